/**
 * Areas of the outer continental shelf by the key of their region, each with the letters that the Bureau of Ocean Energy
 * Management has for it: of the Gulf those of its Official Protraction Diagrams and Leasing Maps (the 63 area codes of its
 * protraction polygons, protclip), of the others its planning areas.
 */
export const OFFSHORE_AREAS: Readonly<Record<string, string>> = {
  '55': [
    'Aleutian Arc ALA|Aleutian Basin ALB|Beaufort Sea BFT|Bowers Basin BOW|Chukchi Sea CHU|Cook Inlet COK|Gulf of Alaska GOA',
    'Hope Basin HOP|Kodiak KOD|Navarin Basin NAV|North Aleutian Basin NAL|Norton Basin NOR|Shumagin SHU',
    'St. George Basin GEO|St. Matthew-Hall MAT',
  ].join('|'),
  '56': 'Central California CEC|Northern California NOC|Southern California SOC|Washington-Oregon WAO',
  '60': [
    'Alaminos Canyon AC|Amery Terrace AM|Apalachicola AP|Atwater Valley AT|Bay Marchand BM|Brazos BA',
    'Breton Sound BS|Campeche Escarpment CE|Chandeleur CA|Charlotte Harbor CH|Corpus Christi CC|De Soto Canyon DC',
    'Destin Dome DD|Dry Tortugas DT|East Breaks EB|East Cameron EC|Eugene Island EI|Ewing Bank EW',
    'Florida Middle Ground FM|Florida Plain FP|Gainesville GV|Galveston GA|Garden Banks GB|Grand Isle GI',
    'Green Canyon GC|Henderson HE|High Island HI|Howell Hook HH|Keathley Canyon KC|Key West KW|Lloyd Ridge LL',
    'Lund LU|Lund South LS|Main Pass MP|Matagorda Island MI|Miami MA|Mississippi Canyon MC|Mobile MO',
    'Mustang Island MU|North Padre Island PN|Pensacola PE|Port Isabel PI|Pulley Ridge PR|Rankin RK',
    'Sabine Pass (SA) SA|Sabine Pass (SX) SX|Ship Shoal SS|Sigsbee Escarpment SE|South Marsh Island SM',
    'South Padre Island PS|South Pass SP|South Pelto PL|South Timbalier ST|St. Petersburg PB|Tarpon Springs TP',
    'The Elbow EL|Tortugas Valley TV|Vermilion VR|Vernon Basin VN|Viosca Knoll VK|Walker Ridge WR|West Cameron WC',
    'West Delta WD',
  ].join('|'),
  '61': 'Mid-Atlantic MDA|North Atlantic NOA|South Atlantic SOA|Straits of Florida FLS',
};
