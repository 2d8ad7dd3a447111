// The one look of Sheaf. The compiler sees the declaration beside it alone: what react-admin adds to MUI's types and how the theme is made are
// too much for it together.
export { theme } from "../../shared/theme/theme.ts";
