/**
 * The record of a hand who does not exist: no name, number or address in it is anybody's. 555-01xx numbers and example.com
 * are kept for examples.
 */
export const FICTITIOUS_PATIENT = JSON.stringify({
  contact: {
    name: 'Sam Example (fictitious)',
    dateOfBirth: '1989-04-01',
    phone: '555-0142',
    email: 'sam@example.com',
    address: '1 Nowhere Road, Exampletown',
    emergencyContact: 'Alex Example (fictitious)',
    emergencyPhone: '555-0143',
  },
  conditions: ['Asthma'],
  allergens: { food: ['Peanuts'], environmental: ['Insect stings'], drug: ['Penicillin'] },
  medications: [{ name: 'Albuterol', dose: '90 mcg', schedule: 'as needed' }],
});
