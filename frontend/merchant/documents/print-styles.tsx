import GlobalStyles from "@mui/material/GlobalStyles";

/** On paper: the text alone, black on white in either theme. */
export const PrintStyles = () => (
  <GlobalStyles
    styles={{
      "@media print": {
        "header, footer, [data-print='no'], .MuiFab-root": { display: "none !important" },
        "html:root": {
          colorScheme: "light",
          "--mui-palette-text-primary": "#000",
          "--mui-palette-text-secondary": "#333",
          "--mui-palette-primary-main": "#000",
          "--mui-palette-background-default": "#fff",
          "--mui-palette-background-paper": "#fff",
          "--mui-palette-divider": "#999",
          "--mui-palette-TableCell-border": "#999",
        },
        "h2, h3": { breakAfter: "avoid" },
        "li, tr": { breakInside: "avoid" },
      },
    }}
  />
);
