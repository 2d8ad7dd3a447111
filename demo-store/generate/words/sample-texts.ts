/** A country of customers. City: name, zip, province, province code, latitude, longitude. */
export type Country = {
  code: string;
  name: string;
  locale: string;
  phone: string;
  currency: string;
  first: readonly string[];
  last: readonly string[];
  streets: readonly string[];
  cities: readonly (readonly [string, string | null, string | null, string | null, number, number])[];
};

const country = (
  code: string,
  name: string,
  locale: string,
  phone: string,
  currency: string,
  first: string,
  last: string,
  streets: string,
  cities: Country["cities"],
): Country => ({
  code,
  name,
  locale,
  phone,
  currency,
  first: first.split(","),
  last: last.split(","),
  streets: streets.split(","),
  cities,
});

export const COUNTRIES = {
  GR: country(
    "GR",
    "Greece",
    "el",
    "+30 21055501",
    "EUR",
    "Ελένη,Γιώργος,Μαρία,Κώστας,Άννα,Νίκος,Δήμητρα,Yannis",
    "Παπαδοπούλου,Γεωργίου,Νικολάου,Ιωάννου,Καραγιάννη,Antoniou",
    "Ερμού,Σταδίου,Λεωφ. Συγγρού,Τσιμισκή,Aristotelous",
    [
      ["Αθήνα", "105 63", "Αττική", "I", 37.98, 23.73],
      ["Θεσσαλονίκη", "546 24", "Κεντρική Μακεδονία", "B", 40.64, 22.94],
      ["Πάτρα", "262 21", "Δυτική Ελλάδα", "G", 38.25, 21.73],
    ],
  ),
  DE: country(
    "DE",
    "Germany",
    "de",
    "+49 3055501",
    "EUR",
    "Jürgen,Käthe,Anna,Björn,Sören,Lena",
    "Müller,Groß,Schröder,Weiß,Maier-Köhler,Vogel",
    "Hauptstraße,Grüner Weg,Am Bäckerhof,Schloßallee",
    [
      ["Berlin", "10115", null, null, 52.53, 13.38],
      ["München", "80331", null, null, 48.14, 11.57],
      ["Köln", "50667", null, null, 50.94, 6.96],
    ],
  ),
  FR: country(
    "FR",
    "France",
    "fr",
    "+33 15555501",
    "EUR",
    "Zoé,François,Amélie,Hélène,Luc",
    "Lefèvre,Noël,D'Arcy,Garçon,Bernard",
    "Rue de l'Église,Avenue Foch,Boulevard Saint-Michel",
    [
      ["Paris", "75001", null, null, 48.86, 2.34],
      ["Orléans", "45000", null, null, 47.9, 1.9],
    ],
  ),
  PL: country(
    "PL",
    "Poland",
    "pl",
    "+48 2255501",
    "EUR",
    "Łukasz,Żaneta,Małgorzata,Paweł",
    "Wójcik,Kowalczyk,Dąbrowska,Szymański",
    "ul. Świętokrzyska,ul. Długa",
    [
      ["Łódź", "90-001", null, null, 51.77, 19.46],
      ["Gdańsk", "80-001", null, null, 54.35, 18.65],
    ],
  ),
  GB: country(
    "GB",
    "United Kingdom",
    "en",
    "+44 2079460",
    "GBP",
    "Olivia,Harry,Siân,George,Amelia",
    "O'Connor,Smith,Jones,St. John-Hughes,Taylor",
    "High Street,Church Lane,Station Road",
    [
      ["London", "SW1A 1AA", "England", "ENG", 51.5, -0.14],
      ["Cardiff", "CF10 1EP", "Wales", "WLS", 51.48, -3.18],
    ],
  ),
  US: country(
    "US",
    "United States",
    "en",
    "+1 21255501",
    "USD",
    "Emma,Liam,Ava,Noah,José,Sophia,Mason,Zoë",
    'Johnson,Garcia,Brown,Nguyen,O\'Brien,Miller "Ace",Davis',
    "Main St,Broadway,Elm Street,5th Avenue,Sunset Blvd",
    [
      ["New York", "10001", "New York", "NY", 40.75, -73.99],
      ["Los Angeles", "90001", "California", "CA", 33.97, -118.25],
      ["Boston", "02108", "Massachusetts", "MA", 42.36, -71.06],
      ["Portland", "97201", "Oregon", "OR", 45.51, -122.68],
      ["Austin", "73301", "Texas", "TX", 30.27, -97.74],
    ],
  ),
  CA: country(
    "CA",
    "Canada",
    "fr-CA",
    "+1 51455501",
    "CAD",
    "Chloé,William,Rosalie,Étienne",
    "Tremblay,Côté,Gagné,Roy",
    "rue Sainte-Catherine,chemin du Lac",
    [
      ["Montréal", "H2X 1Y4", "Quebec", "QC", 45.51, -73.57],
      ["Toronto", "M5H 2N2", "Ontario", "ON", 43.65, -79.38],
    ],
  ),
  JP: country(
    "JP",
    "Japan",
    "ja",
    "+81 355501",
    "JPY",
    "さくら,蓮,陽葵,大翔,結衣,Ken",
    "佐藤,鈴木,高橋,田中,渡辺,Suzuki",
    "銀座,渋谷,北浜,本町",
    [
      ["東京", "104-0061", "東京都", "JP-13", 35.67, 139.76],
      ["大阪市", "541-0041", "大阪府", "JP-27", 34.69, 135.5],
      ["札幌市", "060-0001", "北海道", "JP-01", 43.06, 141.35],
    ],
  ),
  KR: country(
    "KR",
    "South Korea",
    "ko",
    "+82 25550",
    "USD",
    "서연,민준,지우,도윤",
    "김,이,박,최",
    "세종대로,강남대로",
    [
      ["서울특별시", "04524", "서울", "KR-11", 37.57, 126.98],
      ["부산광역시", "48058", "부산", "KR-26", 35.18, 129.08],
    ],
  ),
  KW: country(
    "KW",
    "Kuwait",
    "ar",
    "+965 22255",
    "KWD",
    "فاطمة,أحمد,نورة,محمد",
    "العتيبي,الصباح,المطيري",
    "شارع الخليج العربي,شارع فهد السالم",
    [["مدينة الكويت", "13001", "العاصمة", "KW-KU", 29.38, 47.99]],
  ),
  IL: country(
    "IL",
    "Israel",
    "he",
    "+972 35550",
    "USD",
    "נועה,דוד,תמר",
    "כהן,לוי,מזרחי",
    "רחוב דיזנגוף,שדרות רוטשילד",
    [["תל אביב", "6433222", null, null, 32.08, 34.78]],
  ),
  RS: country(
    "RS",
    "Serbia",
    "sr",
    "+381 115550",
    "EUR",
    "Милица,Душан,Đorđe,Ana",
    "Јовановић,Петровић,Šarić",
    "Кнез Михаилова,Bulevar Oslobođenja",
    [["Београд", "11000", null, null, 44.82, 20.46]],
  ),
  AU: country(
    "AU",
    "Australia",
    "en",
    "+61 255501",
    "AUD",
    "Isla,Jack,Matilda",
    "Wilson,Kelly,Nguyen",
    "George Street,Bourke Street",
    [["Sydney", "2000", "New South Wales", "NSW", -33.87, 151.21]],
  ),
  NZ: country(
    "NZ",
    "New Zealand",
    "en",
    "+64 95550",
    "NZD",
    "Aroha,Mia,Wiremu",
    "Ngata,Brown,Tāwhai",
    "Queen Street,Karangahape Road",
    [["Auckland", "1010", "Auckland", "AUK", -36.85, 174.76]],
  ),
  TR: country(
    "TR",
    "Türkiye",
    "tr",
    "+90 2125550",
    "EUR",
    "Ayşe,Oğuz,İpek,Gülşen",
    "Yılmaz,Şahin,Çelik",
    "İstiklal Caddesi,Bağdat Caddesi",
    [["İstanbul", "34433", null, null, 41.01, 28.98]],
  ),
} as const satisfies Record<string, Country>;

export type CountryCode = keyof typeof COUNTRIES;

export const COMPANIES = [
  "Harbour & Sons",
  "Nordlicht GmbH",
  "Café Zoë",
  "K.K. 山田商店",
  "Smith, Jones; Partners",
  "=Equal Goods Ltd",
];

/** Notes that break cells: line breaks, quotes, separators, formulas, tabs, right-to-left text, emoji. */
export const NOTES = [
  "Please leave at the door.",
  'He said "ring twice",\nthen wait.',
  "=SUM(A1:A9)",
  "+30 call before delivery",
  "-10% promised by phone",
  "@front desk",
  "Line one\r\nLine two\r\n\r\nLine four",
  "\tindented; with, separators",
  "Δώρο για τη γιαγιά 🎁",
  "يرجى التغليف كهدية",
  "נא להשאיר אצל השכן",
  "のし紙をお願いします 🙏",
  "Gift 🎂 for “Zoë” – 100 % cotton, please",
  '=HYPERLINK("https://example.com","open")',
  "'quoted from the start",
  "   spaces around   ",
];

export const TAGS = [
  "vip",
  "wholesale",
  "gift",
  "Élite",
  "b2b, net 30",
  "=review",
  "räumung",
  "fragile",
  "🎁",
  "pre-order",
  "subscription",
  "local",
];
export const ATTRIBUTES: readonly (readonly [string, string])[] = [
  ["Gift message", "Happy birthday 🎂\nlove, A."],
  ["Delivery date", "2026-12-24"],
  ["How did you hear about us?", "A friend"],
  ["invoice", "=1+1"],
  ["Στοιχεία τιμολογίου", "ΑΦΜ 000000000"],
  ["_source", "landing;B"],
  ["empty", ""],
];
export const PROPERTIES: readonly (readonly [string, string])[] = [
  ["Engraving", 'Für immer, "M"'],
  ["Size of frame", "30×40"],
  ["_bundle_id", "b-1042"],
  ["Delivery date", "2026-12-24"],
  ["Colour", "-blue"],
  ["_hidden", "internal"],
];
export const REFUND_NOTES = [
  "Wrong size",
  "Damaged in transit",
  "",
  "Customer changed mind;\nkept the box",
  '=CONCAT("late")',
  "Επιστροφή",
];

export const CAMPAIGNS = ["spring_sale", "brand", "Ελλάδα-retargeting", "newsletter+42", "black friday"];
