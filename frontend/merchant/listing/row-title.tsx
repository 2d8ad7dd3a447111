import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { Link as RouterLink } from "react-router-dom";

/** A row's title. With an address, the whole row except its menu links there. */
export const RowTitle = ({ title, to }: { title: string; to?: string }) =>
  to === undefined ? (
    <Typography noWrap data-part="title" sx={{ fontWeight: 550 }}>
      {title}
    </Typography>
  ) : (
    <Link
      component={RouterLink}
      to={to}
      data-part="title"
      color="textPrimary"
      underline="hover"
      noWrap
      sx={{
        display: "block",
        fontWeight: 550,
        width: "fit-content",
        maxWidth: "100%",
        "&::after": { content: '""', position: "absolute", inset: 0 },
      }}
    >
      {title}
    </Link>
  );
