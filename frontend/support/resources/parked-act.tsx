import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useGetIdentity, useNotify, useRecordContext, useRedirect } from "react-admin";
import { mayAs, type Role } from "#domain/console/roles.ts";
import { tryParkedAgain } from "../calls.ts";

/** Has a parked document tried again, by agents and admins. It is asked for here and done by the process that keeps the read model. */
export const ParkedAct = () => {
  const record = useRecordContext();
  const { data: me } = useGetIdentity();
  const [reason, setReason] = useState("");
  const notify = useNotify();
  const redirect = useRedirect();
  const asking = useMutation({
    mutationFn: (id: string) => tryParkedAgain(id, reason),
    onSuccess: () => {
      notify("The document is being tried again. It stays in the list if it fails once more.", { type: "success" });
      redirect("list", "parked");
    },
  });
  if (record === undefined || me === undefined) return null;
  if (!mayAs(me.role as Role, "agent"))
    return <Alert severity="info">Your role is {String(me.role)}. An agent can have this document tried again.</Alert>;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    asking.mutate(String(record.id));
  };
  return (
    <Stack component="form" onSubmit={submit} sx={{ gap: 1, alignItems: "flex-start" }}>
      {asking.error !== null && <Alert severity="error">{asking.error.message}</Alert>}
      <TextField
        label="Reason to try again"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        helperText="5 to 500 characters. The audit log keeps it."
        slotProps={{ htmlInput: { minLength: 5, maxLength: 500 } }}
        required
        sx={{ width: { xs: "100%", sm: 400 } }}
      />
      <Button type="submit" variant="contained" disabled={asking.isPending}>
        Try again
      </Button>
    </Stack>
  );
};
