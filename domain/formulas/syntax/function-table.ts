/** An Excel function that a report may hold. */
export type ExcelFunction = {
  minArguments: number;
  maxArguments: number;
  /** Arguments beyond the minimum come in pairs: `SUMIFS(A1:A9,B1:B9,1)`, then `C1:C9,2`. */
  inPairs: boolean;
  /** Precedes the name in a file. Without it Excel shows `#NAME?`. */
  prefix: "" | "_xlfn." | "_xlfn._xlws.";
};

/** Excel's limit for any function. */
export const maxFunctionArguments = 255;
/** Maximum arguments of a function with a prefix: in a file, the prefixed name takes one argument's place. */
const maxArgumentsWithPrefix = 254;

/** Function names by argument counts: `2`, `2-3`, `2+` for an open end, `2++` for an open end in pairs. */
type ByArguments = Readonly<Record<string, string>>;

const parseFunctions = (
  prefix: ExcelFunction["prefix"],
  byArguments: ByArguments,
): [name: string, known: ExcelFunction][] =>
  Object.entries(byArguments).flatMap(([written, names]) => {
    const [minArguments = 0, last] = written.match(/\d+/g)?.map(Number) ?? [];
    const open = prefix === "" ? maxFunctionArguments : maxArgumentsWithPrefix;
    const inPairs = written.endsWith("++");
    const whole = inPairs ? open - ((open - minArguments) % 2) : open;
    const maxArguments = last ?? (written.endsWith("+") ? whole : minArguments);
    return names
      .trim()
      .split(/\s+/)
      .map((name): [string, ExcelFunction] => [name, { minArguments, maxArguments, inPairs, prefix }]);
  });

/**
 * Functions for reports, in capitals, without prefix. Arguments and versions are from Microsoft's reference "Excel
 * functions (alphabetical)" and its pages, prefixes from [MS-XLSX] 2.2.3, "Functions". Omits functions on neither list,
 * and {@link refusedFunctions}.
 */
export const functionTable: ReadonlyMap<string, ExcelFunction> = new Map([
  // Excel 2007 and earlier.
  ...parseFunctions("", {
    "0": "FALSE NA NOW PI RAND TODAY TRUE",
    "0-1": "COLUMN ROW",
    "1": `
      ABS ACOS ACOSH AREAS ASC ASIN ASINH ATAN ATANH BAHTTEXT BIN2DEC CHAR CLEAN CODE COLUMNS COS COSH COUNTBLANK DATEVALUE
      DAY DBCS DEGREES ERFC ERROR.TYPE EVEN EXP FACT FACTDOUBLE FISHER FISHERINV GAMMALN HEX2DEC HOUR IMABS IMAGINARY
      IMARGUMENT IMCONJUGATE IMCOS IMEXP IMLN IMLOG10 IMLOG2 IMREAL IMSIN IMSQRT INFO INT ISBLANK ISERR ISERROR ISEVEN
      ISLOGICAL ISNA ISNONTEXT ISNUMBER ISODD ISREF ISTEXT LEN LENB LN LOG10 LOWER MDETERM MINUTE MINVERSE MONTH N NORMSDIST
      NORMSINV NOT OCT2DEC ODD PHONETIC PROPER RADIANS ROWS SECOND SIGN SIN SINH SQRT SQRTPI T TAN TANH TIMEVALUE TRANSPOSE
      TRIM TYPE UPPER VALUE YEAR`,
    "1-2": `
      BIN2HEX BIN2OCT CELL DEC2BIN DEC2HEX DEC2OCT DELTA DOLLAR ERF GESTEP HEX2BIN HEX2OCT HYPERLINK INDIRECT IRR LEFT LEFTB
      LOG OCT2BIN OCT2HEX RIGHT RIGHTB ROMAN TRUNC WEEKDAY WEEKNUM`,
    "1-3": "FIXED",
    "1-4": "GROWTH LINEST LOGEST TREND",
    "1+": `
      AND AVEDEV AVERAGE AVERAGEA CONCATENATE COUNT COUNTA DEVSQ GCD GEOMEAN HARMEAN IMPRODUCT IMSUM KURT LCM MAX MAXA MEDIAN
      MIN MINA MODE MULTINOMIAL OR PRODUCT SKEW STDEV STDEVA STDEVP STDEVPA SUM SUMPRODUCT SUMSQ VAR VARA VARP VARPA`,
    "2": `
      ATAN2 BESSELI BESSELJ BESSELK BESSELY CEILING CHIDIST CHIINV CHITEST COMBIN CORREL COUNTIF COVAR DOLLARDE DOLLARFR EDATE
      EFFECT EOMONTH EXACT FLOOR FREQUENCY FTEST FVSCHEDULE IFERROR IMDIV IMPOWER IMSUB INTERCEPT LARGE MMULT MOD MROUND
      NOMINAL PEARSON PERCENTILE PERMUT POWER QUARTILE QUOTIENT RANDBETWEEN REPT ROUND ROUNDDOWN ROUNDUP RSQ SLOPE SMALL
      STEYX SUMX2MY2 SUMX2PY2 SUMXMY2 TEXT TINV TRIMMEAN`,
    "2-3": `
      AVERAGEIF COMPLEX DAYS360 FIND FINDB IF LOOKUP MATCH NETWORKDAYS PERCENTRANK RANK SEARCH SEARCHB SUMIF WORKDAY XIRR
      YEARFRAC ZTEST`,
    "2-4": "INDEX",
    "2-5": "ADDRESS",
    "2+": "CHOOSE NPV SUBTOTAL",
    "2++": "COUNTIFS",
    "3": `
      CONFIDENCE CONVERT CRITBINOM DATE DATEDIF DAVERAGE DCOUNT DCOUNTA DGET DMAX DMIN DPRODUCT DSTDEV DSTDEVP DSUM DVAR DVARP
      EXPONDIST FDIST FINV FORECAST GAMMAINV LOGINV LOGNORMDIST MID MIDB MIRR NEGBINOMDIST NORMINV POISSON SLN STANDARDIZE
      TBILLEQ TBILLPRICE TBILLYIELD TDIST TIME XNPV`,
    "3-4": "COUPDAYBS COUPDAYS COUPDAYSNC COUPNCD COUPNUM COUPPCD HLOOKUP PROB SUBSTITUTE VLOOKUP",
    "3-5": "BETADIST BETAINV FV NPER OFFSET PMT PV",
    "3-6": "RATE",
    "3++": "AVERAGEIFS SUMIFS",
    "4": "BINOMDIST GAMMADIST HYPGEOMDIST ISPMT NORMDIST REPLACE REPLACEB SERIESSUM SYD TTEST WEIBULL",
    "4-5": "ACCRINTM DB DDB DISC INTRATE PRICEDISC RECEIVED YIELDDISC",
    "4-6": "IPMT PPMT",
    "5-6": "DURATION MDURATION PRICEMAT YIELDMAT",
    "5-7": "VDB",
    "6": "CUMIPMT CUMPRINC",
    "6-7": "AMORDEGRC AMORLINC PRICE YIELD",
    "6-8": "ACCRINT",
    "7-8": "ODDLPRICE ODDLYIELD",
    "8-9": "ODDFPRICE ODDFYIELD",
  }),
  // Excel 2010.
  ...parseFunctions("", {
    "1-2": "ISO.CEILING",
    "2-4": "NETWORKDAYS.INTL WORKDAY.INTL",
  }),
  ...parseFunctions("_xlfn.", {
    "1": "ERF.PRECISE ERFC.PRECISE GAMMALN.PRECISE NORM.S.INV",
    "1-2": "CEILING.PRECISE FLOOR.PRECISE",
    "1+": "MODE.MULT MODE.SNGL STDEV.P STDEV.S VAR.P VAR.S",
    "2": `
      CHISQ.DIST.RT CHISQ.INV CHISQ.INV.RT CHISQ.TEST COVARIANCE.P COVARIANCE.S F.TEST NORM.S.DIST PERCENTILE.EXC
      PERCENTILE.INC QUARTILE.EXC QUARTILE.INC T.DIST.2T T.DIST.RT T.INV T.INV.2T`,
    "2-3": "PERCENTRANK.EXC PERCENTRANK.INC RANK.AVG RANK.EQ Z.TEST",
    "3": `
      BINOM.INV CHISQ.DIST CONFIDENCE.NORM CONFIDENCE.T EXPON.DIST F.DIST.RT F.INV F.INV.RT GAMMA.INV LOGNORM.INV NORM.INV
      POISSON.DIST T.DIST`,
    "3-5": "BETA.INV",
    "3+": "AGGREGATE",
    "4": "BINOM.DIST F.DIST GAMMA.DIST LOGNORM.DIST NEGBINOM.DIST NORM.DIST T.TEST WEIBULL.DIST",
    "4-6": "BETA.DIST",
    "5": "HYPGEOM.DIST",
  }),
  // Excel 2013.
  ...parseFunctions("_xlfn.", {
    "0-1": "SHEET SHEETS",
    "1": `
      ACOT ACOTH ARABIC COT COTH CSC CSCH ENCODEURL FORMULATEXT GAMMA GAUSS IMCOSH IMCOT IMCSC IMCSCH IMSEC IMSECH IMSINH
      IMTAN ISFORMULA ISOWEEKNUM MUNIT PHI SEC SECH UNICHAR UNICODE`,
    "1-3": "CEILING.MATH FLOOR.MATH NUMBERVALUE",
    "1+": "SKEW.P XOR",
    "2": "BITAND BITLSHIFT BITOR BITRSHIFT BITXOR COMBINA DAYS DECIMAL IFNA PERMUTATIONA",
    "2-3": "BASE",
    "3": "PDURATION RRI",
    "3-4": "BINOM.DIST.RANGE",
  }),
  // Excel 2016.
  ...parseFunctions("_xlfn.", {
    "2-4": "FORECAST.ETS.SEASONALITY",
    "3": "FORECAST.LINEAR",
    "3-6": "FORECAST.ETS FORECAST.ETS.STAT",
    "3-7": "FORECAST.ETS.CONFINT",
  }),
  // Excel 2019.
  ...parseFunctions("_xlfn.", {
    "1+": "CONCAT",
    "2++": "IFS",
    "3+": "SWITCH TEXTJOIN",
    "3++": "MAXIFS MINIFS",
  }),
  // Excel 2021.
  ...parseFunctions("_xlfn.", {
    "1-2": "ARRAYTOTEXT VALUETOTEXT",
    "2-4": "XMATCH",
    "3-6": "XLOOKUP",
  }),
  // Excel 2024.
  ...parseFunctions("_xlfn.", { "2-6": "TEXTAFTER TEXTBEFORE" }),
  // Microsoft 365 alone.
  ...parseFunctions("_xlfn.", {
    "2": "PERCENTOF",
    "2-3": "REGEXTEST",
    "2-4": "REGEXEXTRACT",
    "3-5": "REGEXREPLACE",
  }),
]);

/**
 * Report cells cannot hold these: they fill neighboring cells, need data that our files lack, or access something
 * outside the file.
 */
export const refusedFunctions: ReadonlySet<string> = new Set(
  `ANCHORARRAY BYCOL BYROW CALL CHOOSECOLS CHOOSEROWS COPILOT CUBEKPIMEMBER CUBEMEMBER CUBEMEMBERPROPERTY CUBERANKEDMEMBER CUBESET
  CUBESETCOUNT CUBEVALUE DDE DETECTLANGUAGE DROP EVALUATE EXEC EXPAND FIELDVALUE FILTER FILTERXML GETPIVOTDATA GROUPBY HSTACK IMAGE
  IMPORTCSV IMPORTDATA IMPORTTEXT IMPORTXML ISOMITTED LAMBDA LET MAKEARRAY MAP PIVOTBY PY RANDARRAY REDUCE REGISTER REGISTER.ID RTD
  SCAN SEQUENCE SINGLE SORT SORTBY SQL.REQUEST STOCKHISTORY TAKE TEXTSPLIT TOCOL TOROW TRANSLATE TRIMRANGE UNIQUE VSTACK WEBSERVICE
  WRAPCOLS WRAPROWS`.split(/\s+/),
);

const firstOnly = "AREAS COLUMN COUNTBLANK COUNTIF FORMULATEXT ISFORMULA OFFSET PHONETIC ROW SHEETS".split(" ");
const firstAndThird =
  "AVERAGEIF DAVERAGE DCOUNT DCOUNTA DGET DMAX DMIN DPRODUCT DSTDEV DSTDEVP DSUM DVAR DVARP SUMIF".split(" ");
/** Functions whose criteria stand between the ranges. */
const firstAndEveryRange = "AVERAGEIFS MAXIFS MINIFS SUMIFS".split(" ");
const onlySecond = "CELL RANK RANK.AVG RANK.EQ".split(" ");
/** AGGREGATE requires references up to this function number, else lists. */
const lastOfReferences = 13;

const referencePlaces = new Map<string, (place: number, first: number | undefined) => boolean>([
  ...firstOnly.map((name) => [name, (argumentIndex: number) => argumentIndex === 0] as const),
  ...firstAndThird.map(
    (name) => [name, (argumentIndex: number) => argumentIndex === 0 || argumentIndex === 2] as const,
  ),
  ...firstAndEveryRange.map(
    (name) => [name, (argumentIndex: number) => argumentIndex === 0 || argumentIndex % 2 === 1] as const,
  ),
  ...onlySecond.map((name) => [name, (argumentIndex: number) => argumentIndex === 1] as const),
  ["COUNTIFS", (argumentIndex) => argumentIndex % 2 === 0],
  ["SUBTOTAL", (argumentIndex) => argumentIndex > 0],
  ["AGGREGATE", (argumentIndex, first) => argumentIndex > 1 && first !== undefined && first <= lastOfReferences],
]);

/**
 * True if an argument must be cells (ADR 108), else Excel can't read the formula or finds no value. `index`: of the
 * argument, from 0. `first`: the first argument, if a number.
 */
export const needsReference = (name: string, index: number, first?: number): boolean =>
  referencePlaces.get(name)?.(index, first) === true;
