import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { SQLite, sql } from '@codemirror/lang-sql';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, Prec } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { TableInfo } from '#sqlite/messages.ts';

/** The colours of the theme, by its variables: the editor follows when the palette changes. */
const theme = EditorView.theme({
  '&': { color: 'var(--tt-text)', backgroundColor: 'var(--tt-surface-0)', fontSize: '13px' },
  '&.cm-focused': { outline: '2px solid var(--tt-accent)', outlineOffset: '-1px' },
  '.cm-scroller': { fontFamily: "'JetBrains Mono', monospace", minHeight: '120px', maxHeight: '360px' },
  '.cm-content': { caretColor: 'var(--tt-text)' },
  '.cm-cursor': { borderLeftColor: 'var(--tt-text)' },
  '.cm-gutters': { color: 'var(--tt-text-dim)', backgroundColor: 'var(--tt-surface-1)', border: '0' },
  '.cm-placeholder': { color: 'var(--tt-text-dim)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--tt-accent) 30%, transparent) !important',
  },
  '.cm-tooltip': {
    color: 'var(--tt-text)',
    backgroundColor: 'var(--tt-surface-2)',
    border: '1px solid var(--tt-border)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { color: 'var(--tt-on-accent)', background: 'var(--tt-accent)' },
  '.cm-matchingBracket': { backgroundColor: 'var(--tt-hover) !important' },
});

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--tt-accent-text)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--tt-good)' },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: 'var(--tt-text-dim)', fontStyle: 'italic' },
]);

interface CodeEditorOptions {
  readonly place: HTMLElement;
  readonly label: string;
  readonly text: string;
  readonly tables: readonly TableInfo[];
  readonly onChange: (text: string) => void;
  /** Ctrl+Enter. */
  readonly onExecute: () => void;
}

/** An editor of SQL that completes the names of tables and columns. */
export class CodeEditor {
  readonly #view: EditorView;
  readonly #language = new Compartment();

  constructor({ place, label, text, tables, onChange, onExecute }: CodeEditorOptions) {
    const execute = {
      key: 'Mod-Enter',
      run: () => {
        onExecute();
        return true;
      },
    };
    // Tab completes while names are offered, and else leads on, as everywhere on the page.
    const keys = [execute, { key: 'Tab', run: acceptCompletion }];
    this.#view = new EditorView({
      parent: place,
      state: EditorState.create({
        doc: text,
        extensions: [
          Prec.highest(keymap.of(keys)),
          lineNumbers(),
          history(),
          drawSelection(),
          bracketMatching(),
          closeBrackets(),
          autocompletion({ icons: false }),
          keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap]),
          syntaxHighlighting(colours),
          theme,
          placeholder('select … from …'),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) onChange(update.state.doc.toString());
          }),
          this.#language.of(languageOf(tables)),
        ],
      }),
    });
  }

  /** Takes a text over that was changed elsewhere. */
  setText(text: string): void {
    const { doc } = this.#view.state;
    if (doc.toString() !== text) this.#view.dispatch({ changes: { from: 0, to: doc.length, insert: text } });
  }

  setTables(tables: readonly TableInfo[]): void {
    this.#view.dispatch({ effects: this.#language.reconfigure(languageOf(tables)) });
  }

  destroy(): void {
    this.#view.destroy();
  }
}

function languageOf(tables: readonly TableInfo[]) {
  const schema = Object.fromEntries(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
  return sql({ dialect: SQLite, schema, upperCaseKeywords: false });
}
