/**
 * The body of a story as one writes in it: ProseMirror's view, bound to the story's Y.Doc. Renders in the
 * page itself (in a shadow root the binding loses text). It is never handed text, only the live story.
 */
import { LitElement, html } from 'lit'
import { customElement, property, query, state } from 'lit/decorators.js'
import type { Node } from 'prosemirror-model'
import { EditorState, TextSelection, type Command, type Plugin, type Transaction } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import {
  initProseMirrorDoc,
  ySyncPlugin,
  ySyncPluginKey,
  yCursorPluginKey,
  yUndoPluginKey,
  type ProsemirrorBinding,
} from 'y-prosemirror'
import * as Y from 'yjs'
import { schema } from '../../shared/schema.ts'
import { bodyOf, readSettings, SETTINGS, settingsOf, speakersOf, UNSAID_STYLE, type Speaker } from '../../shared/story.ts'
import { safeHref } from '../../shared/links.ts'
import type { Incoming, LiveStory } from '../sync/live-story.ts'
import { anchorCopies } from './anchor-copies.ts'
import type * as Beside from './beside.ts'
import { narrow, narrowed } from './came.ts'
import { blockIds, fromColleague } from './block-ids.ts'
import { blockViews } from './block-views.ts'
import { composing } from './composing.ts'
import { cursors } from './cursors.ts'
import type { Page } from './deed.ts'
import { BAR, DEEDS, type DeedName } from './deeds.ts'
import { misfit, misfitIn } from './fits.ts'
import { freshId } from './fresh-id.ts'
import { RELABEL, gutter, interviewOf } from './gutter.ts'
import { keys, readingKeys } from './keys.ts'
import { Held } from './held.ts'
import { LooksNow, type Around } from './looks.ts'
import { LetterCaret } from './letter-caret.ts'
import { ownCaret, UndoCaret } from './own-caret.ts'
import { OwnUndo, undoPlugin } from './own-undo.ts'
import { smartTyping, wantsSmartTyping } from './smart-typing.ts'
import { readCaret } from './read-caret.ts'
import { CLEAR_OF_BARS, isCaretInSight } from './show-around.ts'
import type { Review } from './comment-marks.ts'
import type { StoryMargin } from './margin.ts'
import type { ShownSource } from './suggestion-marks.ts'
import type { Checks } from './style-changes.ts'
import type { House, StoryStyle } from './story-style.ts'
import type { StoryPictures } from './story-pictures.ts'
import { takeBack } from './take-back.ts'
import type { Interview } from './turns.ts'
import type { PictureWire } from './uploads.ts'
import { readable } from './unbound.ts'
import { wayOf } from './way.ts'
import { yjsSelection } from './yjs-place.ts'
import { KeepWords } from '../../shared/write/keep-words.ts'
import { writeBody, type Way } from '../../shared/write/write-body.ts'
import './editor.css'

const IN_BAR = BAR.flatMap(({ deeds }) => deeds)

/** ProseMirror reads a finished composition up to 50 ms after its end. */
const AFTER_END = 80

/** What of ProseMirror's view it keeps to itself. */
type Inner = { domObserver: { flush: () => void }; input: { lastFocus: number } }

@customElement('story-editor')
export class StoryEditor extends LitElement {
  /** The story itself, when `live` is somebody's fork of it. */
  @property({ attribute: false }) story: LiveStory | null = null
  @property({ attribute: false }) live!: LiveStory
  /** Whether this person may write now; reading, the caret is still shown to the others. */
  @property({ type: Boolean }) writable = false
  /** What of the editor comes beside the story; null: not yet. With it come the five below. */
  @property({ attribute: false }) beside: typeof Beside | null = null
  /** The rules of the house; null: this person is shown no checks. */
  @property({ attribute: false }) house: House | null = null
  /** What stands beside the copy. */
  @property({ attribute: false }) margin: StoryMargin | null = null
  /** What is suggested in this text; null: nothing that this person may see. */
  @property({ attribute: false }) suggested: ShownSource | null = null
  /** How pictures get to the server and back. */
  @property({ attribute: false }) wire!: (storyId: string) => PictureWire
  /** What this page does not know in the body; while set, nothing is bound to it. */
  @state() private unknown: string | null = null
  @query('.copy') private place!: HTMLElement

  /** Once there is a story to have them. */
  pictures: StoryPictures | null = null
  /** What the style checks found, for the page to show beside the copy. */
  checks: Checks | null = null
  /** The margin as the copy is now, for the page to draw it beside. */
  review: Review | null = null
  private view: EditorView | null = null
  private undoCaret: UndoCaret | null = null
  private keep: KeepWords | null = null
  private findings: StoryStyle | null = null
  /** Adds plugins to those of the view; null: it has them. */
  private add: ((more: Plugin[]) => void) | null = null
  private speakers: Record<string, Speaker> = {}
  private settings = SETTINGS
  private letGo: (() => void)[] = []
  private readonly looks = new LooksNow()
  private entered = false

  protected override createRenderRoot(): HTMLElement {
    return this
  }

  override connectedCallback(): void {
    super.connectedCallback()
    if (this.hasUpdated) this.bind()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.unbind()
    this.pictures?.close()
    this.pictures = null
  }

  override firstUpdated(): void {
    this.bind()
  }

  override updated(changed: Map<string, unknown>): void {
    if (changed.has('writable') && this.view !== null) {
      readCaret(this.view)
      this.view.setProps({ editable: () => this.writable })
    }
    if (changed.has('house') && this.house !== null) this.findings?.use(this.house)
    if (changed.has('beside')) this.join()
  }

  override focus(): void {
    this.view?.focus()
  }

  /** Into the first line, as from the fields above it. */
  focusStart(): void {
    if (this.view === null) return
    this.view.dispatch(this.view.state.tr.setSelection(TextSelection.atStart(this.view.state.doc)))
    this.view.focus()
  }

  /** Does what a button or a key stands for. */
  run(name: DeedName): void {
    if (this.view === null) return
    const { opens, reading, run } = DEEDS[name]
    if (!this.writable && !reading) return
    // First: a view without the focus brings nothing into sight.
    if (!opens) this.view.focus()
    run(this.page)(this.view.state, this.view.dispatch, this.view)
    if (!opens) this.view.focus()
  }

  /** Whether a deed applies where the caret is. */
  may(name: DeedName): boolean {
    if (this.view === null || (!this.writable && !DEEDS[name].reading)) return false
    return DEEDS[name].run(this.page)(this.view.state, undefined, this.view)
  }

  /** A key that was pressed somewhere on the page. @returns whether it stands for something */
  keyed(event: KeyboardEvent): boolean {
    return this.view !== null && this.readingKeys(this.view, event)
  }

  /** Asks who speaks at the caret. @param make as speakerMenu has it */
  chooseSpeaker(make: () => Promise<string | null>): void {
    if (this.view !== null) this.beside?.speakerMenu(this.view, this.live, make)
  }

  /** The body and the selection as they are now; for counting, off the typing path. */
  get state(): EditorState | null {
    return this.view?.state ?? null
  }

  get body(): Node | null {
    return this.state?.doc ?? null
  }

  /** Does what a panel beside the copy asks for; the keyboard stays in the panel. */
  act(command: Command): boolean {
    return this.view !== null && command(this.view.state, this.view.dispatch, this.view)
  }

  get interview(): Interview | null {
    return this.view === null ? null : interviewOf(this.view.state)
  }

  private readonly page: Page = {
    speakers: () => this.speakers,
    settings: () => this.settings,
    awareness: () => this.live.awareness,
    moves: () => this.keep?.moves ?? null,
    undo: (state, dispatch) => this.travel('undo', state, dispatch),
    redo: (state, dispatch) => this.travel('redo', state, dispatch),
    alone: (run) => (state, dispatch, view) => {
      const undoManager = yUndoPluginKey.getState(state)?.undoManager as Y.UndoManager | undefined
      if (dispatch) undoManager?.stopCapturing()
      const done = run(state, dispatch, view)
      if (dispatch) undoManager?.stopCapturing()
      return done
    },
    ask: (what) => this.tell('ask', what),
    toField: (spot) => this.tell('to-field', spot),
  }
  private readonly readingKeys = readingKeys((name) => this.run(name))

  /** What was done so far is not taken back any more: the text is another. */
  forgetUndo(): void {
    const undoManager = this.view && (yUndoPluginKey.getState(this.view.state)?.undoManager as Y.UndoManager | undefined)
    undoManager?.clear()
    this.tellLooks()
  }

  private travel(way: 'undo' | 'redo', state: EditorState, dispatch?: (tr: Transaction) => void): boolean {
    const undoManager = yUndoPluginKey.getState(state)?.undoManager as Y.UndoManager | undefined
    if (!this.writable || !dispatch || this.keep === null || undoManager === undefined) return true
    this.undoCaret?.note(state)
    const done = takeBack(undoManager, this.keep.moves, way)
    // The binding has dispatched by itself; bring what it changed into view.
    if (done && this.view !== null) this.view.dispatch(this.view.state.tr.scrollIntoView())
    // Also when there is nothing to undo: the browser's own undo must never run on this text.
    return true
  }

  private bind(): void {
    this.unbind()
    const { ydoc, awareness } = this.live
    const body = bodyOf(ydoc)
    this.unknown = misfit(body)
    if (this.unknown !== null) {
      this.place.replaceChildren(readable(body))
      const again = (): void => this.bind()
      body.observeDeep(again)
      this.letGo.push(() => body.unobserveDeep(again))
      this.tellLooks()
      return
    }

    // Looks at what comes in before the binding does, because the binding deletes what it does not know.
    const guard = (events: Y.YEvent<Y.XmlFragment | Y.XmlText>[], transaction: Y.Transaction): void => {
      if (transaction.local || misfitIn(events) === null) return
      this.bind()
    }
    body.observeDeep(guard as Parameters<typeof body.observeDeep>[0])
    this.letGo.push(() => body.unobserveDeep(guard as Parameters<typeof body.observeDeep>[0]))

    // Words that follow a colleague's split or move are this person's own edit, to undo as well.
    const keep = new KeepWords(ydoc, body, ySyncPluginKey, freshId)
    this.keep = keep
    this.letGo.push(() => keep.stop())

    const undoCaret = new UndoCaret(body)
    this.undoCaret = undoCaret
    this.letGo.push(() => undoCaret.stop())

    const speakers = speakersOf(ydoc)
    const renamed = (): void => {
      this.speakers = speakers.toJSON() as Record<string, Speaker>
      this.settings = readSettings(ydoc)
      if (this.view === null) return
      readCaret(this.view)
      this.view.dispatch(this.view.state.tr.setMeta(RELABEL, true))
    }
    renamed()
    for (const part of [speakers, settingsOf(ydoc)]) {
      part.observe(renamed)
      this.letGo.push(() => part.unobserve(renamed))
    }

    const others = cursors(awareness)
    this.letGo.push(others.stop)
    const begun = body.length > 0 ? initProseMirrorDoc(body, schema) : null
    const undoManager = new OwnUndo(body)
    this.letGo.push(() => undoManager.destroy())
    const held = new Held()
    const first = [
      // With a mapping it does not draw the whole text anew when the plugins change.
      ySyncPlugin(body, { mapping: begun?.mapping ?? new Map() }),
      others.plugin,
      undoPlugin(undoManager),
      blockIds(),
      anchorCopies(this.live.storyId),
      ownCaret(),
      gutter(
        () => this.speakers,
        () => this.page.settings().labelStyle || UNSAID_STYLE,
        () => this.tell('ask', 'speaker'),
      ),
      composing(this.live),
      blockViews(
        () => this.tell('ask', 'card'),
        () => this.tell('ask', 'pictureWords'),
      ),
      smartTyping({ lang: () => this.page.settings().lang, isOn: wantsSmartTyping, alone: this.page.alone }),
    ]
    const last = keys(this.page)
    // The browser tells of a moved caret a moment after it moved. What is drawn in that moment for others
    // would put the caret back where it was, and the next letter in the wrong place: ask for it first.
    const inner = (): Inner => view as unknown as Inner
    const askCaret = (): void => inner().domObserver.flush()
    const presence = (tr: Transaction): boolean => tr.getMeta(yCursorPluginKey) !== undefined && !tr.docChanged
    const withCaretRead = (tr: Transaction): Transaction => {
      askCaret()
      return view.state.tr.setMeta(yCursorPluginKey, tr.getMeta(yCursorPluginKey))
    }
    let way: Way | null = null
    /** The body as the Y.Doc has it. */
    let written: Node | null = null
    const mount = document.createElement('div')
    this.place.replaceChildren(mount)
    const view: EditorView = new EditorView(
      { mount },
      {
        state: EditorState.create({
          schema,
          plugins: [...first, held.plugin, ...last],
          ...(begun === null ? {} : { doc: begun.doc }),
        }),
        editable: () => this.writable,
        handleScrollToSelection: isCaretInSight,
        scrollMargin: CLEAR_OF_BARS,
        scrollThreshold: CLEAR_OF_BARS,
        attributes: () => ({
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': 'Body of the story',
          'aria-readonly': this.writable ? 'false' : 'true',
          // Not said, it is no language: the page's own would have every word of another underlined.
          lang: this.page.settings().lang,
          spellcheck: 'true',
          autocapitalize: 'sentences',
          tabindex: '0',
        }),
        dispatchTransaction: (tr) => {
          // y-prosemirror tells a view of changes a moment later, even one that is gone by then.
          if (view.isDestroyed) return
          if (tr.docChanged && !fromColleague(tr)) undoCaret.note(view.state)
          // Asking for the caret may bring in a letter: what it is asked for stands on the text after it.
          const asked = presence(tr) ? withCaretRead(tr) : narrowed(tr, view.state)
          const before = view.state
          const { state, transactions } = before.applyTransaction(asked)
          way = fromColleague(tr) ? null : wayOf(before, transactions)
          if (fromColleague(tr)) written = asked.doc
          view.updateState(state)
          if (!presence(tr)) this.tellLooks()
          if (tr.docChanged || tr.selectionSet) this.tell(tr.docChanged ? 'edited' : 'moved')
        },
        handleDOMEvents: {
          // A key that follows an arrow at once is meant for where the caret is by then.
          keydown: (_view, event) => {
            if (event.keyCode !== 229 && !view.composing) askCaret()
            // Just after a focus ProseMirror takes a caret at the very start for the browser's doing; a key is a person's.
            inner().input.lastFocus = 0
            return false
          },
          click: (_view, event) => this.followLink(event),
          beforeinput: (_view, event) => {
            const way = { historyUndo: 'undo', historyRedo: 'redo' }[event.inputType] as 'undo' | 'redo' | undefined
            if (way === undefined) return false
            event.preventDefault()
            this.run(way)
            return true
          },
          focus: () => {
            this.live.awareness.setLocalStateField('field', 'body')
            this.entered = true
            this.tellLooks()
            return false
          },
          blur: () => {
            this.live.awareness.setLocalStateField('field', null)
            return false
          },
        },
      },
    )
    this.view = view
    undoCaret.attach(view)
    this.add = (more) => {
      askCaret()
      view.updateState(view.state.reconfigure({ plugins: [...first, ...more, ...last] }))
      // Once more, because what showed the colleagues this caret was made anew.
      way = null
      view.updateState(view.state)
      held.release(view)
    }
    const incoming = (event: Event): void => {
      askCaret()
      const { update, whole } = (event as CustomEvent<Incoming>).detail
      if (update === null) return
      keep.hears(update, whole)
      keep.stirred = false
      caret.hold()
    }
    const cameIn = (): void => {
      if (keep.stirred) caret.restore()
      keep.stirred = false
    }
    ydoc.on('afterAllTransactions', cameIn)
    this.letGo.push(() => ydoc.off('afterAllTransactions', cameIn))
    this.live.addEventListener('incoming', incoming)
    this.letGo.push(() => this.live.removeEventListener('incoming', incoming))
    // A colleague's edit must not scroll this window, nor measure it to find out whether it should.
    const { binding } = ySyncPluginKey.getState(view.state) as { binding: ProsemirrorBinding }
    binding._isLocalCursorInView = () => false
    Object.defineProperty(binding, '_tr', { get: () => narrow(view.state) })
    const caret = new LetterCaret(view, binding, keep.moves)
    binding._prosemirrorChanged = (doc) => {
      // Whatever is drawn asks for it: carets, marks, a selection.
      if (doc === written) return
      written = doc
      ydoc.transact(() => {
        writeBody(ydoc, body, doc, binding, keep.moves, way)
        binding.beforeTransactionSelection = yjsSelection(binding, view.state)
      }, ySyncPluginKey)
    }
    const keyboardMoved = (): void => {
      if (view.hasFocus() && this.writable) view.dispatch(view.state.tr.scrollIntoView())
    }
    visualViewport?.addEventListener('resize', keyboardMoved)
    this.letGo.push(() => visualViewport?.removeEventListener('resize', keyboardMoved))
    this.join()
    this.tellLooks()
    this.tell('edited')
  }

  /** What comes beside the story joins the view, once; not in the midst of a word that is being composed. */
  private join(): void {
    const { beside, view, add } = this
    if (beside === null || view === null || add === null) return
    if (view.composing) {
      view.dom.addEventListener('compositionend', () => setTimeout(() => this.join(), AFTER_END), { once: true })
      return
    }
    this.add = null
    this.pictures ??= new beside.StoryPictures(this.live, this.wire(this.live.storyId), this.say)
    const { plugins, style } = beside.joining({
      live: this.live,
      story: this.story ?? this.live,
      house: this.house,
      margin: this.margin!,
      suggested: this.suggested,
      pictures: this.pictures,
      page: this.page,
      say: this.say,
      checked: () => this.tell('checks'),
      offerCard: (href) => this.tell('link-line', href),
    })
    this.findings = style
    this.letGo.push(() => style?.stop())
    add(plugins)
    this.checks = beside.checksOf(view, this.page.alone)
    this.review = beside.reviewOf(view, this.page.toField)
    beside.joined()
    this.tell('joined')
  }

  private unbind(): void {
    this.view?.destroy()
    this.view = null
    this.add = null
    this.findings = null
    this.checks = null
    this.review = null
    for (const go of this.letGo.splice(0)) go()
  }

  private followLink(event: MouseEvent): boolean {
    const link = (event.target as Element | null)?.closest?.('a')
    const href = safeHref(link?.getAttribute('href'))
    if (href === null || (this.writable && !event.metaKey && !event.ctrlKey)) return false
    event.preventDefault()
    open(href, '_blank', 'noopener,noreferrer')
    return true
  }

  private readonly say = (sentence: string): void => this.tell('refused', sentence)

  private tell(name: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }))
  }

  private tellLooks(): void {
    const { state } = this
    const isNew = this.looks.read(state && { state, writable: this.writable, around: this.around(state) }, () =>
      IN_BAR.filter((name) => this.may(name)),
    )
    if (isNew) this.tell('looks', this.looks.now)
  }

  private around(state: EditorState): Around {
    const { paragraphs, unsure, questions, answers } = interviewOf(state)
    const undoManager = yUndoPluginKey.getState(state)?.undoManager as Y.UndoManager | undefined
    return {
      canUndo: undoManager?.canUndo() ?? false,
      canRedo: undoManager?.canRedo() ?? false,
      entered: this.entered,
      paragraphs,
      unsure: unsure.length,
      questions,
      answers,
    }
  }

  override render() {
    return html`${
        this.unknown === null
          ? null
          : html`<p class="trouble" role="alert">
              This story holds ${this.unknown}, which this page does not know. It is shown for reading, and nothing in it is
              touched. Reload the page; if this stays, the newsroom’s Copydesk is newer than this one.
            </p>`
      }
      <div class="copy"></div>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'story-editor': StoryEditor
  }
}
