import type { ExportPage } from '../export-plan.ts';

/** Writes the pages of an export in one format, in the order in which they come. */
export interface FormatWriter {
  page(page: ExportPage): Promise<void>;
  /** The file is whole when this resolves. */
  end(): Promise<void>;
  /** Strings that a column of numbers has no place for. */
  readonly leftOut: number;
}
