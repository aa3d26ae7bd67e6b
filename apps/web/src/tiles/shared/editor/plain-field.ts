/** Those settings whose value is of a kind. */
export type KeysOf<Settings, Value> = keyof {
  [Key in keyof Settings as Settings[Key] extends Value ? (string extends Key ? never : Key) : never]: true;
} &
  string;

interface Named<Settings> {
  readonly label: string;
  readonly description?: string;
  /** Left out of the form while this says no. */
  readonly isShown?: (settings: Settings) => boolean;
}

interface Limits {
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

interface TextField<Settings> extends Named<Settings> {
  readonly kind: 'text';
  readonly key: KeysOf<Settings, string>;
  readonly placeholder?: string;
  /** More than one makes it a field of several lines. */
  readonly lines?: number;
}

/** A number, or null while the field is empty. */
interface NumberField<Settings> extends Named<Settings>, Limits {
  readonly kind: 'number';
  readonly key: KeysOf<Settings, number | null>;
  /** What counts while it is empty. */
  readonly placeholder?: string;
  readonly isDisabled?: (settings: Settings) => boolean;
}

/** A number that must be there. */
interface RequiredField<Settings> extends Named<Settings>, Limits {
  readonly kind: 'required';
  readonly key: KeysOf<Settings, number>;
}

interface SliderField<Settings> extends Named<Settings> {
  readonly kind: 'slider';
  readonly key: KeysOf<Settings, number>;
  readonly min: number;
  readonly max: number;
  readonly suffix?: string;
}

interface SwitchField<Settings> extends Named<Settings> {
  readonly kind: 'switch';
  readonly key: KeysOf<Settings, boolean>;
}

interface ChoiceField<Settings> extends Named<Settings> {
  readonly kind: 'choice';
  readonly key: KeysOf<Settings, string>;
  readonly options: readonly Choice[];
}

interface ColourField<Settings> extends Named<Settings> {
  readonly kind: 'colour';
  readonly key: KeysOf<Settings, string>;
  /** What the theme shows for ''. */
  readonly defaultColour: string;
}

/** The one data item of a tile, kept as `slotPath` and `dataItem`. */
interface ItemField {
  readonly kind: 'dataItem';
  readonly label?: string;
  readonly isOptional?: boolean;
}

/** A field of a tile's form, as data: what it is called, which setting it is and what may be in it. */
export type PlainField<Settings> =
  | TextField<Settings>
  | NumberField<Settings>
  | RequiredField<Settings>
  | SliderField<Settings>
  | SwitchField<Settings>
  | ChoiceField<Settings>
  | ColourField<Settings>
  | ItemField;

/** Fields under one heading, or under none. */
export interface PlainGroup<Settings> {
  readonly title?: string;
  readonly fields: readonly PlainField<Settings>[];
}

/** What stands above a tile. */
export const TITLE = { kind: 'text', key: 'title', label: 'Title' } as const;

/** To how many decimals a tile rounds; empty: as many as its data item has. */
export const DECIMALS = {
  kind: 'number',
  key: 'decimals',
  label: 'Decimals',
  placeholder: 'From the data item',
  min: 0,
  max: 12,
} as const;

/** The ends of a tile's scale; one left empty is its data item's. */
export const SCALE = [
  { kind: 'number', key: 'min', label: 'Min', placeholder: 'From the data item' },
  { kind: 'number', key: 'max', label: 'Max', placeholder: 'From the data item' },
] as const;

/** How large a text with values is, and how it rounds them. */
export const TEXT_LOOK = [
  { kind: 'required', key: 'fontSize', label: 'Font size', min: 6, max: 200 },
  DECIMALS,
] as const;
