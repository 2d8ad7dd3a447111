import GlobalStyles from "@mui/material/GlobalStyles";

/** Prints the text alone, black on white in either theme. */
export const PrintStyles = () => (
  <GlobalStyles
    styles={{
      "@media print": {
        "header, footer, [data-print='no']": { display: "none !important" },
        "html:root": {
          colorScheme: "light",
          "--mui-palette-text-primary": "#000 !important",
          "--mui-palette-text-secondary": "#333 !important",
          "--mui-palette-primary-main": "#000 !important",
          "--mui-palette-background-default": "#fff !important",
          "--mui-palette-background-paper": "#fff !important",
          "--mui-palette-surface-sunken": "#fff !important",
          "--mui-palette-soft-success": "#fff !important",
          "--mui-palette-softLine-success": "#999 !important",
          "--mui-palette-success-main": "#000 !important",
          "--mui-palette-divider": "#999 !important",
          "--mui-palette-TableCell-border": "#999 !important",
        },
        "h2, h3": { breakAfter: "avoid" },
        "li, tr": { breakInside: "avoid" },
      },
    }}
  />
);
