import { describe, expect, it, test } from 'vitest';
import { mergePatient } from './merge-patient.ts';
import { isChanged, type PatientInfo, patientText, readPatient, type StoredPatient } from './patient-info.ts';

function patient(stored: unknown): StoredPatient {
  const read = readPatient(typeof stored === 'string' ? stored : JSON.stringify(stored));
  if (read === undefined) throw new Error('it cannot be read');
  return read;
}

const name = (info: PatientInfo, value: string): PatientInfo => ({
  ...info,
  texts: { ...info.texts, 'contact.name': value },
});
const conditions = (info: PatientInfo, ...list: string[]): PatientInfo => ({
  ...info,
  lists: { ...info.lists, conditions: list },
});
const stored = (info: StoredPatient, changed: PatientInfo) => JSON.parse(patientText(info, changed)) as unknown;

describe('stored patient information', () => {
  test.each([null, '', '  ', '{}', '{"contact":null,"conditions":null}'])('%j is a sheet to fill in', (text) => {
    const read = readPatient(text);
    expect(read?.info).toMatchObject({ texts: { 'contact.name': '' }, lists: { conditions: [] }, medications: [] });
    expect([...(read?.strange ?? [])]).toEqual([]);
  });

  test.each(['no JSON', '[]', '3', '"x"', 'null'])('%j is read by nobody', (text) => {
    expect(readPatient(text)).toBeUndefined();
  });

  test.each<[string, object, string[]]>([
    ['a text in place of a list', { conditions: 'Asthma' }, ['conditions']],
    ['a list of records', { allergens: { food: [{ code: 1 }] } }, ['allergens.food']],
    ['a number in place of a text', { contact: { name: 7, phone: '1' } }, ['contact.name']],
    ['a list of texts in place of medicines', { medications: ['Ibuprofen'] }, ['medications']],
    ['a medicine whose dose is a number', { medications: [{ name: 'x', dose: 5 }] }, ['medications']],
    [
      'a text in place of a group',
      { allergens: 'none' },
      ['allergens.food', 'allergens.environmental', 'allergens.drug'],
    ],
  ])('%s is strange in its own place, and stays as it is', (_what, more, strange) => {
    const read = patient({ ...more, conditions: 'conditions' in more ? more.conditions : ['Gout'] });
    expect([...read.strange]).toEqual(strange);
    const wiped: PatientInfo = {
      ...read.info,
      medications: [],
      lists: { ...read.info.lists, 'allergens.food': ['Milk'] },
    };
    const saved = stored(read, name(wiped, 'Ada')) as Record<string, unknown>;
    for (const [key, value] of Object.entries(more)) {
      if (strange.includes(key) || key === 'allergens') expect(saved[key]).toEqual(value);
    }
    expect(saved).toMatchObject(
      strange.includes('contact.name') ? { contact: { name: 7 } } : { contact: { name: 'Ada' } },
    );
  });

  it('keeps at every depth what it does not know, and writes nothing but what was changed', () => {
    const text =
      '{"__proto__":{"polluted":1},"later":[1],"contact":{"name":"Ada","fax":"9"},"medications":[{"name":"A","code":5}]}';
    const read = patient(text);
    expect(patientText(read, read.info)).toBe(text);
    const changed = {
      ...name(read.info, 'Eve'),
      medications: [...read.info.medications, { name: 'B', dose: '', schedule: '' }],
    };
    expect(patientText(read, changed)).toBe(
      '{"__proto__":{"polluted":1},"later":[1],"contact":{"name":"Eve","fax":"9"},"medications":[{"name":"A","code":5,"dose":"","schedule":""},{"name":"B","dose":"","schedule":""}]}',
    );
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('is not changed by an empty row, nor by what is strange', () => {
    const read = patient({ conditions: 'x' });
    const empty = { name: ' ', dose: '', schedule: '' };
    expect(isChanged(read, conditions({ ...read.info, medications: [empty] }, 'y'))).toBe(false);
    expect(stored(read, name({ ...read.info, medications: [empty] }, 'Ada'))).toEqual({
      conditions: 'x',
      contact: { name: 'Ada' },
    });
  });
});

describe('two who write at once', () => {
  const base = patient({
    contact: { name: 'Ada', phone: '1' },
    conditions: ['Asthma', 'Gout'],
    medications: [{ name: 'A', dose: '1' }],
  });
  const { info } = base;
  const phone = (of: PatientInfo, value: string): PatientInfo => ({
    ...of,
    texts: { ...of.texts, 'contact.phone': value },
  });

  it('of different fields lose nothing, and the second hears what the first wrote', () => {
    const theirs = patient(stored(base, phone(info, '2')) as object);
    const { info: merged, told } = mergePatient(info, name(info, 'Eve'), theirs);
    expect(merged.texts).toMatchObject({ 'contact.name': 'Eve', 'contact.phone': '2' });
    expect(told).toEqual([{ kind: 'taken', label: 'Phone', text: '2' }]);
  });

  it('of the same text keep both: the second one’s stays until it is given up', () => {
    const theirs = patient(stored(base, name(info, 'Bo')) as object);
    const { info: merged, told } = mergePatient(info, name(info, 'Eve'), theirs);
    expect(merged.texts['contact.name']).toBe('Eve');
    expect(told).toEqual([{ kind: 'clash', label: 'Name', text: 'Bo', field: 'contact.name' }]);
    expect(mergePatient(info, name(info, 'Bo'), theirs).told).toEqual([]);
  });

  it('of lists have what either added and nothing that either took away', () => {
    const theirs = patient(stored(base, conditions(info, 'Gout', 'Measles')) as object);
    const { info: merged, told } = mergePatient(info, conditions(info, 'Asthma', 'Migraine'), theirs);
    expect(merged.lists.conditions).toEqual(['Measles', 'Migraine']);
    expect(told).toEqual([{ kind: 'taken', label: 'Conditions', text: 'added Measles; removed Asthma' }]);
  });

  it('of the same medicine keep both ways of writing it', () => {
    const dose = (of: PatientInfo, value: string) => ({
      ...of,
      medications: of.medications.map((one) => ({ ...one, dose: value })),
    });
    const theirs = patient(stored(base, dose(info, '2')) as object);
    const { info: merged, told } = mergePatient(info, dose(info, '3'), theirs);
    expect(merged.medications.map((one) => one.dose)).toEqual(['2', '3']);
    expect(told).toEqual([{ kind: 'taken', label: 'Medications', text: 'added A, 2; removed A, 1' }]);
  });

  it('hear what they typed where it can no longer be stored', () => {
    const theirs = patient({ contact: { name: { first: 'Ada' } }, conditions: 'none', medications: 'none' });
    const mine = {
      ...conditions(name(info, 'Eve'), 'Asthma', 'Gout', 'Flu'),
      medications: [{ name: 'B', dose: '', schedule: '' }],
    };
    const { info: merged, told } = mergePatient(info, mine, theirs);
    expect(told.filter(({ kind }) => kind === 'lost')).toEqual([
      { kind: 'lost', label: 'Name', text: 'Eve' },
      { kind: 'lost', label: 'Conditions', text: 'Flu' },
      { kind: 'lost', label: 'Medications', text: 'B' },
    ]);
    expect(stored(theirs, merged)).toEqual(theirs.raw);
  });
});
