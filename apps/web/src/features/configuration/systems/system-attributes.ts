/** Attributes that every client knows (spec 2 §3 'System'). */
export const JOB_START = 'Job start time';
export const JOB_END = 'Job end time';
const ALIAS_MAP = 'aliasMap';
export const EXTRA_LINKS = 'extraLinks';

export interface AliasRow {
  readonly dataItemId: number | null;
  readonly label: string;
}
export interface LinkRow {
  readonly link: string;
  readonly label: string;
}

/** The well-known attributes of a system as a form shows them; all others are kept as they are. */
export interface SystemAttributes {
  readonly jobStart: string | null;
  readonly jobEnd: string | null;
  readonly aliases: readonly AliasRow[];
  readonly links: readonly LinkRow[];
}

type Attributes = readonly { attributeName: string; attributeValue: string }[];

/** Names match without regard to case (spec 1 §3). */
const isNamed = (name: string) => (attribute: { attributeName: string }) =>
  attribute.attributeName.toLowerCase() === name.toLowerCase();

export function readAttributes(attributes: Attributes): SystemAttributes {
  const textOf = (name: string) => attributes.find(isNamed(name))?.attributeValue ?? '';
  return {
    jobStart: textOf(JOB_START) || null,
    jobEnd: textOf(JOB_END) || null,
    aliases: readAliases(textOf(ALIAS_MAP)),
    links: readLinks(textOf(EXTRA_LINKS)),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not JSON: nothing that a form could show
  }
}

function readAliases(text: string): AliasRow[] {
  const map = parse(text);
  if (typeof map !== 'object' || map === null || Array.isArray(map)) return [];
  return Object.entries(map).flatMap(([id, label]) =>
    /^[1-9]\d*$/.test(id) && typeof label === 'string' ? [{ dataItemId: Number(id), label }] : [],
  );
}

/** A list of `{link, label}`, or of paths alone. */
export function readLinks(text: string): LinkRow[] {
  const list = parse(text);
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => {
    if (typeof entry === 'string') return [{ link: entry, label: entry }];
    if (typeof entry !== 'object' || entry === null || !('link' in entry) || typeof entry.link !== 'string') return [];
    const label = 'label' in entry && typeof entry.label === 'string' ? entry.label : '';
    return [{ link: entry.link, label: label || entry.link }];
  });
}

/** All attributes with what the form changed; a well-known one that it left alone stays exactly as it was. */
export function writeAttributes(
  old: Attributes,
  form: SystemAttributes,
): { attributeName: string; attributeValue: string }[] {
  const before = readAttributes(old);
  const aliases = form.aliases.filter(({ dataItemId, label }) => dataItemId !== null && label.trim() !== '');
  const links = form.links.filter(({ link }) => link.trim() !== '');
  const texts: Readonly<Record<keyof SystemAttributes, string>> = {
    jobStart: form.jobStart ?? '',
    jobEnd: form.jobEnd ?? '',
    aliases: jsonOf(aliases, () =>
      Object.fromEntries(aliases.map(({ dataItemId, label }) => [String(dataItemId), label.trim()])),
    ),
    links: jsonOf(links, () =>
      links.map(({ link, label }) => ({ link: link.trim(), label: label.trim() || link.trim() })),
    ),
  };
  const changed = (Object.keys(NAMES) as (keyof SystemAttributes)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(form[key]),
  );
  const kept = old.filter((attribute) => !changed.some((key) => isNamed(NAMES[key])(attribute)));
  return [
    ...kept.map(({ attributeName, attributeValue }) => ({ attributeName, attributeValue })),
    ...changed
      .filter((key) => texts[key] !== '')
      .map((key) => ({ attributeName: NAMES[key], attributeValue: texts[key] })),
  ];
}

const NAMES: Readonly<Record<keyof SystemAttributes, string>> = {
  jobStart: JOB_START,
  jobEnd: JOB_END,
  aliases: ALIAS_MAP,
  links: EXTRA_LINKS,
};

const jsonOf = (rows: readonly unknown[], value: () => unknown) => (rows.length === 0 ? '' : JSON.stringify(value()));

/** What is wrong with the times of a job. */
export function faultOfTimes({ jobStart, jobEnd }: SystemAttributes): string | undefined {
  if (jobStart === null || jobEnd === null) return undefined;
  return Date.parse(jobEnd) < Date.parse(jobStart) ? 'The job ends before it starts.' : undefined;
}
