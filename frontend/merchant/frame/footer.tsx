import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import { useAppConfig } from "../use-app-config.ts";

/** Outside links that the installation has; what is unset is not shown (decision 16). */
export const Footer = () => {
  const { Links } = useAppConfig();
  return (
    <Box
      component="footer"
      sx={{
        display: "flex",
        flexWrap: "wrap",
        gap: 3,
        px: 3,
        pt: 3,
        pb: { xs: 11, sm: 3 },
        justifyContent: "center",
        fontSize: "0.875rem",
      }}
    >
      {Links.Review && (
        <Link href={Links.Review} target="_blank" rel="noreferrer" color="textSecondary">
          Leave a review
        </Link>
      )}
      {Links.SupportEmail && (
        <Link href={`mailto:${Links.SupportEmail}`} color="textSecondary">
          {Links.SupportEmail}
        </Link>
      )}
    </Box>
  );
};
