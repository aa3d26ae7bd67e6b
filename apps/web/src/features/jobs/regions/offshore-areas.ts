/** Areas of the outer continental shelf by the key of their region, each with the letters that the Bureau of Ocean Energy Management has for it. */
export const OFFSHORE_AREAS: Readonly<Record<string, string>> = {
  '55': [
    'Aleutian Arc ALA|Aleutian Basin ALB|Beaufort Sea BFT|Bowers Basin BOW|Chukchi Sea CHU|Cook Inlet COK|Gulf of Alaska GOA',
    'Hope Basin HOP|Kodiak KOD|Navarin Basin NAV|North Aleutian Basin NAL|Norton Basin NOR|Shumagin SHU',
    'St. George Basin GEO|St. Matthew-Hall MAT',
  ].join('|'),
  '56': 'Central California CEC|Northern California NOC|Southern California SOC|Washington-Oregon WAO',
  '60': [
    'Alaminos Canyon AC|Atwater Valley AT|Bay Marchand BM|Brazos BA|Breton Sound BS|Chandeleur CA|De Soto Canyon DC',
    'Destin Dome DD|East Breaks EB|East Cameron EC|Eugene Island EI|Ewing Bank EW|Galveston GA|Garden Banks GB',
    'Grand Isle GI|Green Canyon GC|Henderson HE|High Island HI|Keathley Canyon KC|Lloyd Ridge LL|Lund LU|Main Pass MP',
    'Matagorda Island MI|Mississippi Canyon MC|Mobile MO|Mustang Island MU|North Padre Island PN|Pensacola PE',
    'Port Isabel PI|Sabine Pass SX|Ship Shoal SS|Sigsbee Escarpment SE|South Marsh Island SM|South Padre Island PS',
    'South Pass SP|South Pelto PL|South Timbalier ST|Vermilion VR|Viosca Knoll VK|Walker Ridge WR|West Cameron WC',
    'West Delta WD',
  ].join('|'),
  '61': 'Mid-Atlantic MDA|North Atlantic NOA|South Atlantic SOA|Straits of Florida FLS',
};
