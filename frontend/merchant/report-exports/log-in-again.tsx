import Button from "@mui/material/Button";
import { Link as RouterLink } from "react-router-dom";
import { paths } from "../../shared/navigation/paths.ts";
import { ShopIcon } from "../../shared/ui/icons.tsx";
import { useSession } from "../services.tsx";

/** Leads to the store and back to Reports. The shop's name in the address starts the login (S-1.2.4). */
export const LogInAgain = () => {
  const shop = useSession()?.account.name;
  const query = shop === undefined ? "" : `?${new URLSearchParams({ shop })}`;
  return (
    <Button
      component={RouterLink}
      to={paths.login + query}
      variant="outlined"
      color="inherit"
      size="small"
      startIcon={<ShopIcon />}
    >
      Log in again
    </Button>
  );
};
