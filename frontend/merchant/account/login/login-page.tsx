import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type FormEvent, useEffect, useState } from "react";
import { Link as RouterLink, useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { paths } from "../../../shared/navigation/paths.ts";
import { forgetLogin, readLoginHistory } from "../../../shared/session/login-history.ts";
import { guessShopName, parseTypedShopName, shopNameMissing } from "../../../shared/session/shop-name.ts";
import { usePageTitle } from "../../../shared/ui/use-page-title.ts";
import { useServices } from "../../services.tsx";
import { useAppConfig } from "../../use-app-config.ts";
import { AccountProblem } from "../account-problem.tsx";
import { useOnce } from "../use-once.ts";
import { emptyResponseErrors } from "./login-action.ts";
import { ShopEntries } from "./shop-entries.tsx";
import { ShopGuess } from "./shop-guess.tsx";

const missing = new Error(shopNameMissing);

/** The shop name entered before leaving for the store. */
const shopLeftFor = (state: unknown): string =>
  typeof state === "object" && state !== null && "shop" in state && typeof state.shop === "string" ? state.shop : "";

const LoginPage = () => {
  usePageTitle("Login");
  const { api, flash, signOut, leaveFor } = useServices();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const config = useAppConfig();
  const [shop, setShop] = useState(parseTypedShopName(params.get("shop") ?? shopLeftFor(state)));
  const [error, setError] = useState<unknown>(null);
  const isMissing = error === missing;
  const [guess, setGuess] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [history, setHistory] = useState(() => readLoginHistory(window.localStorage));

  const forget = (name: string) => {
    forgetLogin(window.localStorage, name);
    setHistory(readLoginHistory(window.localStorage));
  };

  const login = async (typed: string) => {
    const name = parseTypedShopName(typed);
    setShop(name);
    const meant = guessShopName(typed);
    setGuess(meant);
    setError(name === "" ? missing : null);
    if (name === "" || meant !== null) return;
    setBusy(true);
    try {
      const url = await api.login(name);
      if (!url) throw emptyResponseErrors.loginUrl();
      // Keeps the name for a return, and drops parameters that would cause another login or logout.
      await navigate(paths.login, { replace: true, state: { ...state, shop: name } });
      leaveFor(url);
    } catch (problem) {
      setBusy(false);
      setError(problem);
    }
  };

  useOnce(() => {
    if (params.has("logout")) {
      signOut({ keepDrafts: false });
      flash.show({ severity: "info", message: "Logout user. Please try to login again." });
    } else if (params.get("shop")) return login(params.get("shop") ?? "");
  });

  // The browser's Back button may restore this page in its leaving state.
  useEffect(() => {
    const wake = (event: PageTransitionEvent) => event.persisted && setBusy(false);
    window.addEventListener("pageshow", wake);
    return () => window.removeEventListener("pageshow", wake);
  }, []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void login(shop);
  };

  return (
    <Paper variant="outlined" sx={{ p: { xs: 2.5, sm: 4 } }}>
      <Stack spacing={3}>
        <Stack spacing={1}>
          <Typography variant="h1">Log in to Sheaf</Typography>
          <Typography color="textSecondary">
            Your store will ask you to confirm. You don't need another password.
          </Typography>
        </Stack>
        {error !== null && <AccountProblem error={error} />}
        {guess !== null && <ShopGuess guess={guess} disabled={busy} onChoose={login} />}
        <Stack component="form" spacing={2} onSubmit={submit} noValidate>
          <TextField
            label="Shop name"
            value={shop}
            onChange={(event) => setShop(event.target.value)}
            helperText="As in your store's address: my-shop, or my-shop.myshopify.com."
            error={isMissing || guess !== null}
            autoComplete="organization"
            slotProps={{ htmlInput: { autoCapitalize: "none", spellCheck: false, maxLength: 255 } }}
          />
          <Button type="submit" variant="contained" size="large" loading={busy} loadingPosition="start">
            {busy ? "Going to your store" : "Login"}
          </Button>
        </Stack>
        <ShopEntries title="Logged in here before" shops={history} disabled={busy} onChoose={login} onForget={forget} />
        <ShopEntries
          title="Demo shops"
          shops={config.DemoShops.filter((demo) => !history.includes(demo))}
          disabled={busy}
          onChoose={login}
        />
        {config.SmallDemoShops && (
          <Typography variant="body2" color="textSecondary">
            There are small demo shops too. Type a name from {config.SmallDemoShops.First} to{" "}
            {config.SmallDemoShops.Last}.
          </Typography>
        )}
        <Alert severity="info">
          New here? Install Sheaf from{" "}
          {config.Links.AppStore ? (
            <Link href={config.Links.AppStore} target="_blank" rel="noreferrer" color="inherit">
              your store platform's app store
            </Link>
          ) : (
            "your store platform's app store"
          )}
          .{" "}
          <Link component={RouterLink} to={paths.plan} color="inherit">
            See what it costs
          </Link>
          .
        </Alert>
      </Stack>
    </Paper>
  );
};

export default LoginPage;
