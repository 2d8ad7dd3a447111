/** Colors of one scheme. contrast.test.ts holds every pair of text or control colors to WCAG AA. */
export const lightColours = {
  canvas: "#f7f7f4",
  paper: "#ffffff",
  raised: "#ffffff",
  sunken: "#f1f2ee",
  text: "#18201c",
  textSecondary: "#555f59",
  textDisabled: "#89928c",
  line: "#e4e6e0",
  lineControl: "#858e88",
  primary: "#17614e",
  primaryDark: "#0f4a3b",
  primaryLight: "#3a8a73",
  onPrimary: "#ffffff",
  primarySoft: "#e4f0eb",
  accent: "#d99a2b",
  accentText: "#84570a",
  accentSoft: "#fbf1dc",
  error: "#b3261e",
  errorSoft: "#fdeeec",
  errorLine: "#f0c6c2",
  warning: "#8a5700",
  warningSoft: "#fdf3de",
  warningLine: "#ecd5a4",
  info: "#1d5b93",
  infoSoft: "#ebf3fa",
  infoLine: "#c3d9ec",
  success: "#256f38",
  successSoft: "#eaf5ec",
  successLine: "#c0dfc7",
  excel: "#1d7044",
  csv: "#45596b",
  xml: "#9a5b13",
  html: "#a03d2c",
  shade: "0.9",
};

export type Colours = typeof lightColours;

export const darkColours: Colours = {
  canvas: "#0f1412",
  paper: "#161c19",
  raised: "#1d2421",
  sunken: "#111714",
  text: "#e7ece8",
  textSecondary: "#a4b0a9",
  textDisabled: "#6c7871",
  line: "#29312d",
  lineControl: "#6f7b74",
  primary: "#6fcdb0",
  primaryDark: "#97dec8",
  primaryLight: "#4aa68a",
  onPrimary: "#06231b",
  primarySoft: "#17302a",
  accent: "#e5b04c",
  accentText: "#edc376",
  accentSoft: "#33291a",
  error: "#ff9f95",
  errorSoft: "#331c1a",
  errorLine: "#5c302c",
  warning: "#f0c267",
  warningSoft: "#30271a",
  warningLine: "#574524",
  info: "#93c5f3",
  infoSoft: "#182734",
  infoLine: "#2b475f",
  success: "#84d69a",
  successSoft: "#18291d",
  successLine: "#2c4b35",
  excel: "#6cc596",
  csv: "#a5b9cb",
  xml: "#e3ab68",
  html: "#ef9a89",
  shade: "3",
};

/** Height of the header, px. Sticky and floating parts begin below it. */
export const headerHeight = 60;

/** Height of the impersonation banner above the header. */
export const bannerHeight = "var(--banner-height, 0px)";

/** An offset below the header, px, that includes the banner. */
export const belowHeader = (pixels = 0): string => `calc(${headerHeight + pixels}px + ${bannerHeight})`;

/** Distance from the header to a page's title, px. */
export const pageTop = 20;

/** Height of the title's line, px: that of its buttons. */
export const titleLineHeight = 36;

/** Height of an editor's own head below the header, px. */
export const editorHeadHeight = 70;

/** Height of the free strip below 'Report exports' on a wide screen, px. */
export const exportsStripHeight = 68;

/** Widths shared by the frame and pages, px. */
export const widths = {
  /** A panel beside the page. */
  beside: 360,
  /** A public page to read. */
  page: 1120,
  /** The header and every page of the main frame, whose left edges are one. */
  wide: 1600,
  /** One column of decisions: login, terms. */
  narrow: 480,
  /** Running text. */
  text: 720,
  /** Side panels. */
  panel: 400,
} as const;

export const themeStorageKey = "THEME_KEY";
