import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useLocation, useSearchParams } from "react-router-dom";
import { ThemeSwitch } from "../../shared/theme/theme-switch.tsx";
import { widths } from "../../shared/theme/tokens.ts";
import { Brand } from "../../shared/ui/brand.tsx";
import { usePageTitle } from "../../shared/ui/use-page-title.ts";

/** Texts for the server's sign-in problems (`SignInProblem`). */
const problems: Readonly<Record<string, string>> = {
  unavailable: "The sign-in service isn't answering. Try again in a moment.",
  over: "That sign-in took too long, or began in another browser. Sign in again.",
  refused: "The sign-in service didn't let you in. Try again, or ask whoever runs it.",
  "no-role": "You have no role in the support console. Ask an administrator for one.",
};

/** The page with the button to sign in at the provider, which returns to the wanted page. */
export const LoginPage = () => {
  usePageTitle("Sign in");
  const { state } = useLocation();
  const [query] = useSearchParams();
  const wanted = (state as { nextPathname?: unknown } | null)?.nextPathname;
  const to = typeof wanted === "string" ? `/support${wanted}` : "/support/";
  const problem = problems[query.get("problem") ?? ""];
  return (
    <Box sx={{ minHeight: "100dvh", display: "flex", flexDirection: "column" }}>
      <Box component="header" sx={{ display: "flex", justifyContent: "space-between", p: 2 }}>
        <Brand />
        <ThemeSwitch />
      </Box>
      <Box component="main" sx={{ width: "100%", maxWidth: widths.narrow, mx: "auto", px: 2, py: { xs: 3, sm: 8 } }}>
        <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 }, display: "grid", gap: 2 }}>
          <Box>
            <Typography variant="h1">Support console</Typography>
            <Typography color="textSecondary" sx={{ mt: 0.5 }}>
              For people who help merchants. What you look at is kept in the audit log.
            </Typography>
          </Box>
          {problem !== undefined && <Alert severity="error">{problem}</Alert>}
          <Button
            variant="contained"
            size="large"
            href={`/support/auth/sign-in?to=${encodeURIComponent(to)}`}
            sx={{ justifySelf: "start" }}
          >
            Sign in
          </Button>
        </Paper>
      </Box>
    </Box>
  );
};
