import type { Components, Theme } from "@mui/material/styles";

export type ComponentDefaults = Components<Omit<Theme, "components">>;
