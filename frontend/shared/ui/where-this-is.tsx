import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import { Link as RouterLink } from "react-router-dom";

export type ParentPage = { path: string; name: string };

/** Links to the page above this one, on the line of the title. */
export const WhereThisIs = ({ path, name }: ParentPage) => (
  <Box
    component="nav"
    aria-label="Where this is"
    sx={{ flex: "none", color: "text.secondary", typography: { xs: "caption", sm: "body1" }, whiteSpace: "nowrap" }}
  >
    <Link component={RouterLink} to={path} color="inherit" underline="hover">
      {name}
    </Link>
    <Box component="span" aria-hidden sx={{ mx: 0.75 }}>
      /
    </Box>
  </Box>
);

/** Places {@link WhereThisIs} before the title, or above it on a phone. */
export const titleLine = {
  minWidth: 0,
  display: "flex",
  flexDirection: { xs: "column", sm: "row" },
  alignItems: { sm: "baseline" },
} as const;
