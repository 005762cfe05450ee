/**
 * What of the story page opens only when somebody asks for it: dialogs, panels, ways out. One part of its own, which
 * comes beside the story, so that it is there without a network too and the words need not wait for it.
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

export { PageStanding } from '../standing/page-standing.ts'
export { FORMS } from '../editor/forms.ts'
export { copyForSubstack, copyPlain, download } from './take-out.ts'
