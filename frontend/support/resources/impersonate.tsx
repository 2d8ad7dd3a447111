import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import { type FormEvent, useId, useState } from "react";
import { useGetIdentity, useRecordContext } from "react-admin";
import { hasRole, type Role } from "#domain/console/roles.ts";
import type { ConsoleShop } from "#domain/wire/support/console.ts";
import { OutsideIcon } from "../../shared/ui/icons.tsx";
import { ReasonField } from "../acts/reason-field.tsx";
import { impersonate } from "../calls.ts";

type DialogProps = { shop: ConsoleShop; onClose: () => void };

/** Asks for the reason, then opens the shop in a new tab. */
const ImpersonateDialog = ({ shop, onClose }: DialogProps) => {
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [address, setAddress] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const title = useId();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    setProblem(null);
    try {
      setAddress((await impersonate(shop.id, reason)).address);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={title} maxWidth="xs" fullWidth>
      <form onSubmit={(event) => void submit(event)}>
        <DialogTitle id={title}>See {shop.shop} as its merchant?</DialogTitle>
        <DialogContent sx={{ display: "grid", gap: 2 }}>
          <DialogContentText>
            {address === null
              ? "You see the shop for 15 minutes, and can't change anything unless the merchant has allowed it. They see your name, the reason and what you changed."
              : "The link works once, within 60 seconds, and opens in its own tab."}
          </DialogContentText>
          {problem !== null && <Alert severity="error">{problem}</Alert>}
          {address === null && (
            <ReasonField
              value={reason}
              onChange={(typed) => {
                setReason(typed);
                setProblem(null);
              }}
              helperText="5 to 500 characters. The merchant can read it."
              autoFocus
            />
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            {address === null ? "Cancel" : "Close"}
          </Button>
          {address === null ? (
            <Button variant="contained" type="submit" disabled={isBusy}>
              See as the merchant
            </Button>
          ) : (
            <Button
              variant="contained"
              href={address}
              target="_blank"
              rel="noreferrer"
              startIcon={<OutsideIcon />}
              onClick={onClose}
              autoFocus
            >
              Open the shop
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
};

/** The button to impersonate a merchant, for agents and admins. */
export const Impersonate = () => {
  const shop = useRecordContext<ConsoleShop>();
  const { data: me } = useGetIdentity();
  const [open, setOpen] = useState(false);
  if (shop === undefined || me === undefined) return null;
  if (!hasRole(me.role as Role, "agent"))
    return <Alert severity="info">Your role is {String(me.role)}. An agent can see this shop as its merchant.</Alert>;
  return (
    <>
      <Button variant="contained" onClick={() => setOpen(true)}>
        See as the merchant
      </Button>
      {open && <ImpersonateDialog shop={shop} onClose={() => setOpen(false)} />}
    </>
  );
};
