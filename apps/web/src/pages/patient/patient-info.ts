export const CONTACT_FIELDS = [
  ['contact.name', 'Name'],
  ['contact.dateOfBirth', 'Date of birth'],
  ['contact.phone', 'Phone'],
  ['contact.email', 'Email'],
  ['contact.address', 'Address'],
  ['contact.emergencyContact', 'Emergency contact'],
  ['contact.emergencyPhone', 'Emergency phone'],
] as const;
export type TextField = (typeof CONTACT_FIELDS)[number][0];

export const CONDITIONS = ['conditions', 'Conditions'] as const;
export const ALLERGY_FIELDS = [
  ['allergens.food', 'Food allergies'],
  ['allergens.environmental', 'Environmental allergies'],
  ['allergens.drug', 'Drug allergies'],
] as const;
export const LIST_FIELDS = [CONDITIONS, ...ALLERGY_FIELDS] as const;
export type ListField = (typeof LIST_FIELDS)[number][0];
export type AllergyField = (typeof ALLERGY_FIELDS)[number][0];

export const MEDICATIONS = 'medications';
export type PatientField = TextField | ListField | typeof MEDICATIONS;

/** One medicine; whatever else was stored with it is kept. */
export type Medication = Readonly<Record<string, unknown>> & {
  readonly name: string;
  readonly dose: string;
  readonly schedule: string;
};

/** What of the attribute PatientInfo (spec 1 §3) is shown and changed. */
export interface PatientInfo {
  readonly texts: Readonly<Record<TextField, string>>;
  readonly lists: Readonly<Record<ListField, readonly string[]>>;
  readonly medications: readonly Medication[];
}

/** The same as it is stored, with what stands beside it and in it in a form that nobody here knows. */
export interface StoredPatient {
  readonly raw: Readonly<Record<string, unknown>>;
  readonly info: PatientInfo;
  /** Fields whose stored value is of another shape: they are shown as such, and never written. */
  readonly strange: ReadonlySet<PatientField>;
}

/** Suggestions of the form (spec 1 §9: fixed lists). Common allergens as the US FDA and the AAAAI name them. */
export const ALLERGENS: Readonly<Record<AllergyField, readonly string[]>> = {
  'allergens.food': [
    'Milk',
    'Eggs',
    'Fish',
    'Crustacean shellfish',
    'Tree nuts',
    'Peanuts',
    'Wheat',
    'Soybeans',
    'Sesame',
  ],
  'allergens.environmental': ['Pollen', 'Dust mites', 'Mold', 'Animal dander', 'Cockroaches', 'Insect stings', 'Latex'],
  'allergens.drug': [
    'Penicillin',
    'Sulfonamides',
    'Aspirin',
    'Ibuprofen',
    'Cephalosporins',
    'Local anesthetics',
    'Contrast media',
  ],
};

type Bag = Readonly<Record<string, unknown>>;

const isBag = (value: unknown): value is Bag => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Undefined: the stored text is no JSON object, and is left as it is. */
export function readPatient(stored: string | null): StoredPatient | undefined {
  if (stored === null || stored.trim() === '') return patientOf({});
  try {
    const raw: unknown = JSON.parse(stored);
    return isBag(raw) ? patientOf(raw) : undefined;
  } catch {
    // Text from before there was a rule for it need not be JSON.
    return undefined;
  }
}

function patientOf(raw: Bag): StoredPatient {
  const strange = new Set<PatientField>();
  const read = <T>(field: PatientField, parse: (value: unknown) => T | undefined, none: T): T => {
    const value = storedValue(raw, field);
    if (value === undefined || value === null) return none;
    const parsed = parse(value);
    if (parsed === undefined) strange.add(field);
    return parsed ?? none;
  };
  const texts = Object.fromEntries(CONTACT_FIELDS.map(([field]) => [field, read(field, textOf, '')]));
  const lists = Object.fromEntries(LIST_FIELDS.map(([field]) => [field, read<readonly string[]>(field, textsOf, [])]));
  const medications = read<readonly Medication[]>(MEDICATIONS, medicationsOf, []);
  return { raw, strange, info: { texts, lists, medications } as PatientInfo };
}

/** What stands in the place of a field; a container of another shape stands for the field itself. */
function storedValue(raw: Bag, field: PatientField): unknown {
  const [outer = '', inner] = field.split('.');
  const value = raw[outer];
  return inner === undefined || !isBag(value) ? value : value[inner];
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

function textsOf(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined;
}

function medicationsOf(value: unknown): readonly Medication[] | undefined {
  if (!Array.isArray(value) || !value.every(isBag)) return undefined;
  const isText = (part: unknown) => part === undefined || part === null || typeof part === 'string';
  if (!value.every(({ name, dose, schedule }) => [name, dose, schedule].every(isText))) return undefined;
  const text = (part: unknown) => (typeof part === 'string' ? part : '');
  return value.map((one) => ({ ...one, name: text(one.name), dose: text(one.dose), schedule: text(one.schedule) }));
}

/** What a medicine is known by in words: `Ibuprofen, 400 mg, at night`. */
export const medicationText = ({ name, dose, schedule }: Medication): string =>
  [name, dose, schedule].filter((part) => part.trim() !== '').join(', ');

/** Without the rows in which nothing was entered. */
function entered(medications: readonly Medication[]): readonly Medication[] {
  return medications.filter((one) => medicationText(one) !== '');
}

const valuesOf = ({ texts, lists, medications }: PatientInfo): ReadonlyMap<PatientField, unknown> =>
  new Map<PatientField, unknown>([
    ...CONTACT_FIELDS.map(([field]) => [field, texts[field]] as const),
    ...LIST_FIELDS.map(([field]) => [field, lists[field]] as const),
    [MEDICATIONS, entered(medications)],
  ]);

/** Fields that differ between two states. */
function changedFields(before: PatientInfo, after: PatientInfo): PatientField[] {
  const [one, other] = [valuesOf(before), valuesOf(after)];
  return [...one].flatMap(([field, value]) =>
    JSON.stringify(value) === JSON.stringify(other.get(field)) ? [] : field,
  );
}

export const isChanged = (stored: StoredPatient, info: PatientInfo): boolean =>
  changedFields(stored.info, info).some((field) => !stored.strange.has(field));

/** The text to store: what was stored with what was changed, and everything else as it was. */
export function patientText(stored: StoredPatient, info: PatientInfo): string {
  const values = valuesOf(info);
  let raw = stored.raw;
  for (const field of changedFields(stored.info, info)) {
    if (stored.strange.has(field)) continue;
    const [outer = '', inner] = field.split('.');
    const held = raw[outer];
    const value = values.get(field);
    raw = { ...raw, [outer]: inner === undefined ? value : { ...(isBag(held) ? held : {}), [inner]: value } };
  }
  return JSON.stringify(raw);
}
