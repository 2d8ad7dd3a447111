// Sheaf's theme. The compiler sees only the declaration beside this file: react-admin's additions to MUI's types and the
// theme's own types are too much for it together.
export { theme } from "../../shared/theme/theme.ts";
