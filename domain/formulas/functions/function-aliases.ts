import { functionTable } from "../syntax/function-table.ts";
import { stripFunctionPrefix } from "./strip-function-prefix.ts";

/** German, French, Spanish, Dutch and Italian names. */
const translated: Readonly<Record<string, string>> = {
  AND: "UND ET Y EN E",
  AVERAGE: "MITTELWERT MOYENNE PROMEDIO GEMIDDELDE MEDIA",
  CONCAT: "TEXTKETTE",
  CONCATENATE: "VERKETTEN CONCATENER CONCATENAR CONCATENA TEKST.SAMENVOEGEN",
  COUNT: "ANZAHL NB CONTAR AANTAL CONTA.NUMERI",
  COUNTA: "ANZAHL2 NBVAL CONTARA AANTALARG CONTA.VALORI",
  COUNTIF: "ZÄHLENWENN NB.SI CONTAR.SI AANTAL.ALS CONTA.SE",
  DATE: "DATUM FECHA DATA",
  DAY: "TAG JOUR DIA DÍA DAG GIORNO",
  FIND: "FINDEN TROUVE ENCONTRAR VIND.ALLES TROVA",
  IF: "WENN SI ALS SE",
  IFERROR: "WENNFEHLER SIERREUR SI.ERROR ALS.FOUT SE.ERRORE",
  INT: "GANZZAHL ENT ENTERO INTEGER",
  ISBLANK: "ISTLEER ESTVIDE ESBLANCO ISLEEG VAL.VUOTO",
  ISNUMBER: "ISTZAHL ESTNUM ESNUMERO ISGETAL VAL.NUMERO",
  LEFT: "LINKS GAUCHE IZQUIERDA SINISTRA",
  LEN: "LÄNGE NBCAR LARGO LENGTE LUNGHEZZA",
  LOWER: "KLEIN MINUSCULE MINUSC KLEINE.LETTERS",
  MATCH: "VERGLEICH EQUIV COINCIDIR VERGELIJKEN CONFRONTA",
  MID: "TEIL STXT EXTRAE DEEL STRINGA.ESTRAI",
  MOD: "REST RESIDUO RESTO",
  MONTH: "MONAT MOIS MES MAAND MESE",
  NOT: "NICHT NON NO NIET",
  NOW: "JETZT MAINTENANT AHORA NU ADESSO",
  OR: "ODER OU O OF",
  POWER: "POTENZ PUISSANCE POTENCIA MACHT POTENZA",
  PRODUCT: "PRODUKT PRODUIT PRODUCTO PRODOTTO",
  REPLACE: "ERSETZEN REMPLACER REEMPLAZAR VERVANGEN RIMPIAZZA",
  RIGHT: "RECHTS DROITE DERECHA DESTRA",
  ROUND: "RUNDEN ARRONDI REDONDEAR AFRONDEN ARROTONDA",
  ROUNDDOWN: "ABRUNDEN ARRONDI.INF REDONDEAR.MENOS AFRONDEN.NAAR.BENEDEN ARROTONDA.PER.DIF",
  ROUNDUP: "AUFRUNDEN ARRONDI.SUP REDONDEAR.MAS AFRONDEN.NAAR.BOVEN ARROTONDA.PER.ECC",
  SEARCH: "SUCHEN CHERCHE HALLAR VIND.SPEC RICERCA",
  SQRT: "WURZEL RACINE RAIZ RAÍZ WORTEL RADQ",
  SUBSTITUTE: "WECHSELN SUBSTITUE SUSTITUIR SUBSTITUEREN SOSTITUISCI",
  SUM: "SUMME SOMME SUMA SOM SOMMA SOMA",
  SUMIF: "SUMMEWENN SOMME.SI SUMAR.SI SOM.ALS SOMMA.SE",
  TEXT: "TEXTE TEXTO TEKST TESTO",
  TODAY: "HEUTE AUJOURDHUI HOY VANDAAG OGGI",
  TRIM: "GLÄTTEN SUPPRESPACE ESPACIOS SPATIES.WISSEN ANNULLA.SPAZI",
  UPPER: "GROSS GROẞ MAJUSCULE MAYUSC HOOFDLETTERS MAIUSC",
  VALUE: "WERT CNUM VALOR WAARDE VALORE",
  VLOOKUP: "SVERWEIS RECHERCHEV BUSCARV VERT.ZOEKEN CERCA.VERT",
  XLOOKUP: "XVERWEIS RECHERCHEX BUSCARX X.ZOEKEN CERCA.X",
  YEAR: "JAHR ANNEE ANNÉE AÑO JAAR ANNO",
};

/** Excel's functions for those of SQL, BASIC and other spreadsheets. */
const otherPrograms: Readonly<Record<string, string>> = {
  AVERAGE: "AVG MEAN",
  CEILING: "CEIL",
  CONCAT: "STRCAT",
  IF: "IIF",
  "IF with ISBLANK": "NVL IFNULL ISNULL COALESCE",
  IFS: "CASE",
  ISBLANK: "ISEMPTY",
  LEN: "LENGTH STRLEN CHAR_LENGTH",
  LOWER: "LCASE LOWERCASE TOLOWER",
  MID: "SUBSTR SUBSTRING",
  NOW: "GETDATE",
  POWER: "POW",
  REGEXTEST: "REGEXMATCH REGEXP_LIKE",
  SEARCH: "INSTR CHARINDEX",
  SQRT: "SQR",
  TEXT: "FORMAT STR CSTR TO_CHAR",
  TEXTJOIN: "JOIN CONCAT_WS",
  TODAY: "CURDATE",
  TRIM: "LTRIM RTRIM",
  TRUNC: "TRUNCATE FIX",
  UPPER: "UCASE UPPERCASE TOUPPER",
  VALUE: "VAL CDBL TO_NUMBER",
};

const indexByAlias = (table: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(table).flatMap(([english, names]) => names.split(" ").map((name) => [name, english] as const)),
  );

const translatedAliases = indexByAlias(translated);
const aliasesOfOtherPrograms = indexByAlias(otherPrograms);

/** Maps names in other languages and programs to Excel functions. */
export const functionAliases: ReadonlyMap<string, string> = new Map([...translatedAliases, ...aliasesOfOtherPrograms]);

/** Names Excel's function for a name from another language or program (S-2.5). */
export const findFunctionByAlias = (written: string): string | undefined => {
  const name = stripFunctionPrefix(written);
  const english = translatedAliases.get(name);
  if (english !== undefined) return `Functions have English names here. Write ${english} instead of ${name}.`;
  // BASIC names of text functions end with `$`.
  const plain = name.replace(/\$$/, "");
  const meant = aliasesOfOtherPrograms.get(plain) ?? (plain !== name && functionTable.has(plain) ? plain : undefined);
  return meant === undefined ? undefined : `Excel has no function ${name}. Use ${meant} instead.`;
};

const constantAliases = new Map([
  ...["WAHR", "VRAI", "VERDADERO", "WAAR", "VERO"].map((name) => [name, "TRUE"] as const),
  ...["FALSCH", "FAUX", "FALSO", "ONWAAR"].map((name) => [name, "FALSE"] as const),
  ["NULL", '""'] as const,
]);

/** Finds Excel's constant for one of another language or program. */
export const findConstantByAlias = (written: string): string | undefined => constantAliases.get(written.toUpperCase());
