const PLAIN = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,3})?$/i;

/** A number as spreadsheets write it, with or without marks between thousands; null: it is none. */
export function readFloat(text: string, isDecimalComma: boolean): number | null {
  const plain = text.trim();
  const bare = isDecimalComma ? plain.replace(/[.\s](?=\d{3}\b)/g, '').replace(',', '.') : withoutThousands(plain);
  const value = PLAIN.test(bare) ? Number(bare) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

/** `19,880` and `19 880` are one number, `1,2,3` is none. */
function withoutThousands(text: string): string {
  return /^[-+]?\d{1,3}([,\s]\d{3})+(\.\d*)?$/.test(text) ? text.replace(/[,\s]/g, '') : text;
}
