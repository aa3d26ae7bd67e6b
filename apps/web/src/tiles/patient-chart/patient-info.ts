import { z } from 'zod';

const text = z.string().catch('');
const texts = z.array(z.string()).catch([]);

const medicationSchema = z.looseObject({ name: text, dose: text, schedule: text });
export type Medication = z.infer<typeof medicationSchema>;

const contactSchema = z.looseObject({
  name: text,
  dateOfBirth: text,
  phone: text,
  email: text,
  address: text,
  emergencyContact: text,
  emergencyPhone: text,
});
const allergensSchema = z.looseObject({ food: texts, environmental: texts, drug: texts });

/** The attribute PatientInfo (spec 1 §3): JSON text. Whatever else stands in it is kept. */
const patientInfoSchema = z.looseObject({
  contact: contactSchema.catch(() => contactSchema.parse({})),
  conditions: texts,
  allergens: allergensSchema.catch(() => allergensSchema.parse({})),
  medications: z.array(medicationSchema).catch([]),
});
export type PatientInfo = z.infer<typeof patientInfoSchema>;

export const PATIENT_INFO = 'PatientInfo';

export const CONTACT_FIELDS = [
  ['name', 'Name'],
  ['dateOfBirth', 'Date of birth'],
  ['phone', 'Phone'],
  ['email', 'Email'],
  ['address', 'Address'],
  ['emergencyContact', 'Emergency contact'],
  ['emergencyPhone', 'Emergency phone'],
] as const;

/** Suggestions of the form (spec 1 §9: fixed lists). Common allergens as the US FDA and the AAAAI name them. */
export const ALLERGENS = {
  food: ['Milk', 'Eggs', 'Fish', 'Crustacean shellfish', 'Tree nuts', 'Peanuts', 'Wheat', 'Soybeans', 'Sesame'],
  environmental: ['Pollen', 'Dust mites', 'Mold', 'Animal dander', 'Cockroaches', 'Insect stings', 'Latex'],
  drug: ['Penicillin', 'Sulfonamides', 'Aspirin', 'Ibuprofen', 'Cephalosporins', 'Local anesthetics', 'Contrast media'],
} as const;

/** The stored text as it can be edited; undefined when it is no JSON object, which is then left as it is. */
export function readPatientInfo(stored: string | undefined): PatientInfo | undefined {
  if (stored === undefined || stored.trim() === '') return patientInfoSchema.parse({});
  try {
    return patientInfoSchema.safeParse(JSON.parse(stored)).data;
  } catch {
    return undefined;
  }
}
