import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { useState } from "react";
import { writeDirectlyLabel } from "#domain/destinations/write-directly.ts";
import { FtpProtocol } from "#domain/enumerations.ts";
import { describeAutomationFieldValue } from "#domain/workspace/automations/automation-text.ts";
import { getErrorMessage, isSkipped } from "../../../shared/api/api-error.ts";
import { ConfirmDialog } from "../../../shared/ui/confirm-dialog.tsx";
import { ChoiceField } from "../../fields/choice-field.tsx";
import { Tick } from "../../fields/tick.tsx";
import { automationInfoKey } from "../../resources/automations/keys.ts";
import { useServices } from "../../services.tsx";
import { useAppConfig } from "../../use-app-config.ts";
import { TextPart } from "../text-part.tsx";
import type { Editing } from "../use-automation-editor.ts";
import { PasswordField } from "./password-field.tsx";
import { TwoColumns } from "./two-columns.tsx";

const directField = "ReportDestination.Ftp.WriteDirectly";
const protocolField = "ReportDestination.Ftp.FtpProtocol";

const notes: Readonly<Record<FtpProtocol, string>> = {
  [FtpProtocol.FTP]: "Not encrypted: user name, password and file can be read in transit.",
  [FtpProtocol.FTPS]: "FTP, encrypted (explicit TLS).",
  [FtpProtocol.SFTP]: "Files over SSH, encrypted. The usual port is 22.",
  [FtpProtocol.FTPSSessionResumption]: "For servers that require every data connection to resume the TLS session.",
};

const protocols = Object.values(FtpProtocol).map((value) => ({
  value,
  name: describeAutomationFieldValue(protocolField, value),
  note: notes[value],
}));

/** Our addresses for the partner's firewall; hidden if the installation doesn't name them. */
const OutboundAddresses = () => {
  const { OutboundAddresses: addresses = [] } = useAppConfig();
  if (addresses.length === 0) return null;
  return (
    <Box role="group" aria-label="Our addresses">
      <Typography variant="body2" color="textSecondary">
        If the server is behind a firewall, allow our addresses:
      </Typography>
      <Typography variant="body2" translate="no" sx={{ fontFamily: "monospace", overflowWrap: "anywhere" }}>
        {addresses.join(", ")}
      </Typography>
    </Box>
  );
};

/** Forgets a server's key, for a server that changed it on purpose. */
const ForgetHostKey = ({ id }: { id: string }) => {
  const { api } = useServices();
  const client = useQueryClient();
  const notify = useNotify();
  const [asks, setAsks] = useState(false);
  const forget = useMutation({
    mutationFn: () => api.forgetHostKey(id),
    onSuccess: () => {
      notify("The server's key is forgotten. We'll trust the key it presents at the next connection.", {
        type: "success",
      });
      return client.invalidateQueries({ queryKey: automationInfoKey(id) });
    },
    onError: (error) => {
      if (!isSkipped(error)) notify(getErrorMessage(error), { type: "error" });
    },
  });
  return (
    <Box>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        We remember this server's key, and send nothing if it presents a different one.
      </Typography>
      <Button size="small" variant="outlined" color="inherit" loading={forget.isPending} onClick={() => setAsks(true)}>
        Forget the server's key
      </Button>
      <ConfirmDialog
        open={asks}
        title="Forget the server's key?"
        text="Do this only if you know that the server has a new key. We'll trust the next key it presents."
        action="Forget key"
        onConfirm={() => {
          setAsks(false);
          forget.mutate();
        }}
        onCancel={() => setAsks(false)}
      />
    </Box>
  );
};

export const FtpFields = ({ id, canForgetKey, ...editing }: Editing & { id: string; canForgetKey: boolean }) => {
  const { session, state } = editing;
  const protocol = Number(state.draft[protocolField] ?? FtpProtocol.FTP) as FtpProtocol;
  return (
    <>
      <TwoColumns>
        <ChoiceField<FtpProtocol>
          label="FTP protocol"
          note={notes[protocol]}
          problem={state.problems[protocolField]}
          choices={protocols}
          value={protocol}
          onChoose={(chosen) => session.change({ [protocolField]: chosen }, "at-once")}
        />
        <TextPart
          {...editing}
          field="ReportDestination.Ftp.HostName"
          hint="Add :port if it isn't the default"
          more={{ required: true, placeholder: "ftp.example.com" }}
        />
        <TextPart {...editing} field="ReportDestination.Ftp.Username" more={{ required: true }} />
        <PasswordField {...editing} />
      </TwoColumns>
      <TextPart
        {...editing}
        field="ReportDestination.Ftp.DirectoryPath"
        hint="Leave blank for the root folder. We create the folder if needed."
        more={{ placeholder: "/reports" }}
      />
      <Tick
        label={writeDirectlyLabel}
        note="For servers that don't allow renaming. Normally a file gets its name only once it's complete. With this on, a broken connection can leave an incomplete file under that name until the next attempt."
        checked={state.draft[directField] === true}
        onChange={(on) => session.change({ [directField]: on }, "at-once")}
      />
      <OutboundAddresses />
      {canForgetKey && <ForgetHostKey id={id} />}
    </>
  );
};
