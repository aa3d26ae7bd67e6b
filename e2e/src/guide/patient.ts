/** What stands in the attribute PatientInfo while its tile is photographed. */
export const PATIENT = {
  contact: {
    name: 'Jordan Avery',
    dateOfBirth: '1984-03-12',
    phone: '+1 555 0100',
    email: 'jordan.avery@example.com',
    emergencyContact: 'Robin Avery',
    emergencyPhone: '+1 555 0101',
  },
  conditions: ['Hypertension', 'Seasonal asthma'],
  allergens: { food: ['Peanuts'], environmental: ['Pollen'], drug: ['Penicillin'] },
  medications: [
    { name: 'Lisinopril', dose: '10 mg', schedule: 'each morning' },
    { name: 'Albuterol', dose: '2 puffs', schedule: 'as needed' },
  ],
};
