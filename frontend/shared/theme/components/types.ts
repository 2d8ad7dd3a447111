import type { Components, Theme } from "@mui/material/styles";

/** Defaults of MUI's components, by their names. */
export type ComponentDefaults = Components<Omit<Theme, "components">>;
