import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { Link as RouterLink } from "react-router-dom";
import { paths } from "../../shared/navigation/paths.ts";
import { useAppConfig } from "../use-app-config.ts";

/** The provider's contact data in this installation; unset ones aren't shown. */
export const ContactAddresses = () => {
  const { SupportEmail, PostalAddress } = useAppConfig().Links;
  return (
    <Box component="ul" sx={{ pl: 2.5, my: 1, "& li": { mt: 0.5 } }}>
      <Typography component="li">
        in Sheaf, by{" "}
        <Link component={RouterLink} to={paths.contactUs}>
          Contact Us
        </Link>
      </Typography>
      {SupportEmail && (
        <Typography component="li">
          by e-mail: <Link href={`mailto:${SupportEmail}`}>{SupportEmail}</Link>
        </Typography>
      )}
      {PostalAddress && (
        <Typography component="li">
          by post:
          <Box component="address" sx={{ fontStyle: "normal", whiteSpace: "pre-line" }}>
            {PostalAddress}
          </Box>
        </Typography>
      )}
    </Box>
  );
};
