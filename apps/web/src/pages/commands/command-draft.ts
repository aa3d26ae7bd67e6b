import type { FormValues } from '#ui/dynamic-form/form-field.ts';
import { useKeptDraft } from '../kept-draft.ts';

/** What was chosen and typed of a command that was not sent. */
export interface CommandDraft {
  /** The number of a template, as text; null: none was chosen. */
  readonly choice: string | null;
  readonly values: FormValues;
  readonly typed: { readonly module: string; readonly command: string; readonly parameter: string };
}

export const useCommandDraft = (about: string, start: () => CommandDraft) => useKeptDraft(about, start);
