import type { ColorSystemOptions } from "@mui/material/styles";
import type { FileColour } from "#domain/file-formats.ts";
import type { Colours } from "./tokens.ts";

/** Colors beside MUI's palette; usable in `sx` as `surface.sunken`, `line.control`, `accent.main`. */
type OwnPalette = {
  surface: { sunken: string; raised: string; backdrop: string };
  line: { control: string };
  accent: { main: string; text: string; soft: string };
  soft: { primary: string; error: string; warning: string; info: string; success: string };
  softLine: { error: string; warning: string; info: string; success: string };
  file: Record<FileColour, string>;
  shade: string;
};

declare module "@mui/material/styles" {
  interface Palette extends OwnPalette {}
  interface PaletteOptions extends Partial<OwnPalette> {}
  interface CssThemeVariables {
    enabled: true;
  }
}

const status = (main: string, dark: string, contrastText: string) => ({ main, light: main, dark, contrastText });

export const createPalette = (c: Colours): NonNullable<ColorSystemOptions["palette"]> => ({
  primary: { main: c.primary, dark: c.primaryDark, light: c.primaryLight, contrastText: c.onPrimary },
  secondary: { main: c.accentText, light: c.accent, dark: c.accentText, contrastText: c.paper },
  error: status(c.error, c.error, c.paper),
  warning: status(c.warning, c.warning, c.paper),
  info: status(c.info, c.info, c.paper),
  success: status(c.success, c.success, c.paper),
  background: { default: c.canvas, paper: c.paper },
  text: { primary: c.text, secondary: c.textSecondary, disabled: c.textDisabled },
  divider: c.line,
  action: { active: c.textSecondary, disabled: c.textDisabled, disabledBackground: c.line },
  surface: { sunken: c.sunken, raised: c.raised, backdrop: "rgb(12 18 15 / 0.48)" },
  line: { control: c.lineControl },
  accent: { main: c.accent, text: c.accentText, soft: c.accentSoft },
  soft: {
    primary: c.primarySoft,
    error: c.errorSoft,
    warning: c.warningSoft,
    info: c.infoSoft,
    success: c.successSoft,
  },
  softLine: { error: c.errorLine, warning: c.warningLine, info: c.infoLine, success: c.successLine },
  file: { excel: c.excel, csv: c.csv, xml: c.xml, html: c.html },
  shade: c.shade,
});
