import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import Stack from "@mui/material/Stack";
import { type FormEvent, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { Account } from "#domain/wire/account/account.ts";
import { ApiError, getErrorMessage, isSkipped } from "../../shared/api/api-error.ts";
import { consumeAfterLogin } from "../../shared/navigation/after-login.ts";
import { paths } from "../../shared/navigation/paths.ts";
import { formatInstant } from "../../shared/time/shop-time.ts";
import { useServices } from "../services.tsx";
import { useLogOut } from "../use-log-out.ts";
import { useShopZone } from "../use-shop-zone.ts";

const mustAccept = "You have to read and accept the documents to continue";
const declined = "You have declined the legal documents. Please uninstall the application.";

/** Two checkboxes, Accept and Decline; or the time of the shop's acceptance. */
export const TermsForm = ({ account }: { account: Account }) => {
  const { api, session } = useServices();
  const navigate = useNavigate();
  const logOut = useLogOut();
  const [accepted, setAccepted] = useState(false);
  const [marketing, setMarketing] = useState(false);
  const [missing, setMissing] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState<"accept" | "decline" | null>(null);
  const termsBox = useRef<HTMLInputElement>(null);
  const acceptedAt = account.accept_terms_etc;
  const zone = useShopZone();

  const run = async (choice: "accept" | "decline", action: () => Promise<void>) => {
    setBusy(choice);
    setError(null);
    try {
      await action();
    } catch (problem) {
      setBusy(null);
      if (!isSkipped(problem)) setError(getErrorMessage(problem));
    }
  };

  const accept = () =>
    run("accept", async () => {
      session.updateAccount(await api.acceptTerms({ HasAccepted: true, HasAcceptMarketing: marketing }));
      const back = consumeAfterLogin(window.sessionStorage, account.id);
      await navigate(back ?? paths.home, { replace: true });
    });

  const decline = () =>
    run("decline", async () => {
      try {
        await api.acceptTerms({ HasAccepted: false, HasAcceptMarketing: false });
      } catch (problem) {
        // The server stores the decision and responds with 200 and the rule's refusal. Anything else is an error.
        if (!(problem instanceof ApiError) || problem.status !== 200) throw problem;
      }
      await logOut({ severity: "error", message: declined });
    });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (accepted) return void accept();
    setMissing(true);
    termsBox.current?.focus();
  };

  return (
    <Stack component="form" spacing={2} onSubmit={submit} noValidate>
      {acceptedAt && (
        <Alert severity="success">You read and accept the legal documents at {formatInstant(acceptedAt, zone)}</Alert>
      )}
      <FormControl error={missing} required={!acceptedAt}>
        <FormControlLabel
          disabled={acceptedAt !== null}
          control={
            <Checkbox
              checked={accepted || acceptedAt !== null}
              onChange={(event) => {
                setAccepted(event.target.checked);
                if (event.target.checked) setMissing(false);
              }}
              sx={missing ? { color: "error.main" } : {}}
              slotProps={{
                input: {
                  ref: termsBox,
                  "aria-invalid": missing,
                  ...(missing ? { "aria-describedby": "terms-missing" } : {}),
                },
              }}
            />
          }
          label="I have read and accept the Privacy Notice, the Terms of Service and the Data Protection Agreement."
          sx={{ alignItems: "flex-start", "& .MuiCheckbox-root": { pt: 0.25 } }}
        />
        {missing && (
          <FormHelperText id="terms-missing" role="alert">
            {mustAccept}
          </FormHelperText>
        )}
      </FormControl>
      {!acceptedAt && (
        <>
          <FormControl>
            <FormControlLabel
              control={<Checkbox checked={marketing} onChange={(event) => setMarketing(event.target.checked)} />}
              label="Send me news about Sheaf now and then (optional)."
              sx={{ alignItems: "flex-start", "& .MuiCheckbox-root": { pt: 0.25 } }}
            />
          </FormControl>
          {error && <Alert severity="error">{error}</Alert>}
          <Stack direction="row" spacing={1.5}>
            <Button type="submit" variant="contained" loading={busy === "accept"} disabled={busy !== null}>
              Accept
            </Button>
            <Button
              type="button"
              color="inherit"
              variant="outlined"
              loading={busy === "decline"}
              disabled={busy !== null}
              onClick={() => void decline()}
            >
              Decline
            </Button>
          </Stack>
        </>
      )}
    </Stack>
  );
};
