/**
 * What of the story page opens only when somebody asks for it: dialogs, panels, ways out. It comes last (`late.ts`), but
 * unasked, so that it is there without a network too.
 */
import '../editor/command-palette.ts'
import '../editor/find-panel.ts'
import '../editor/keys-dialog.ts'
import '../editor/picture-dialog.ts'
import '../editor/speakers-dialog.ts'
import '../import/import-dialog.ts'
import '../share/share-dialog.ts'
import '../style/checks-panel.ts'
import './language-dialog.ts'
import './story-outline.ts'

export { FORMS } from '../editor/forms.ts'
export { showsOf } from './shows.ts'
export { copyForSubstack, copyPlain, download } from './take-out.ts'
