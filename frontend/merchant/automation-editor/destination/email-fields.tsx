import Box from "@mui/material/Box";
import FormHelperText from "@mui/material/FormHelperText";
import { defaultMessage, defaultSubject, placeholders } from "#domain/destinations/compose-mail.ts";
import { Tick } from "../../fields/tick.tsx";
import { useAppConfig } from "../../use-app-config.ts";
import { TextPart } from "../text-part.tsx";
import type { Editing } from "../use-automation-editor.ts";
import { TwoColumns } from "./two-columns.tsx";

const asLinkField = "ReportDestination.Email.SendAsLink";

const Placeholders = () => (
  <Box>
    <FormHelperText sx={{ mx: 0, mt: 0 }}>In the subject and the message you can use:</FormHelperText>
    <Box
      component="dl"
      sx={{ m: 0, mt: 0.5, display: "grid", gridTemplateColumns: "auto 1fr", columnGap: 1.5, typography: "body2" }}
    >
      {Object.entries(placeholders).map(([name, meaning]) => (
        <Box key={name} sx={{ display: "contents" }}>
          <Box component="dt" translate="no" sx={{ fontFamily: "monospace" }}>
            {name}
          </Box>
          <Box component="dd" sx={{ m: 0, color: "text.secondary" }}>
            {meaning}
          </Box>
        </Box>
      ))}
    </Box>
  </Box>
);

export const EmailFields = (editing: Editing) => {
  const { session, state } = editing;
  const { MailAttachmentMaxMb } = useAppConfig();
  const asLink = state.draft[asLinkField] === true;
  const limit =
    MailAttachmentMaxMb === undefined
      ? ""
      : ` Files over about ${MailAttachmentMaxMb} MB are sent as a link, and the e-mail says so.`;
  return (
    <>
      <TextPart
        {...editing}
        field="ReportDestination.Email.ToMail"
        hint="Separate several addresses with ; or ,"
        more={{ required: true, multiline: true, maxRows: 6 }}
        input={{ inputMode: "email" }}
      />
      <TwoColumns>
        <TextPart {...editing} field="ReportDestination.Email.FromName" hint="If empty: Sheaf" />
        <TextPart
          {...editing}
          field="ReportDestination.Email.FromMail"
          hint="Replies to the e-mail go to this address."
          input={{ inputMode: "email" }}
        />
      </TwoColumns>
      <TextPart
        {...editing}
        field="ReportDestination.Email.Subject"
        more={{ placeholder: defaultSubject }}
        input={{ spellCheck: true }}
      />
      <TextPart
        {...editing}
        field="ReportDestination.Email.CustomMessage"
        more={{ multiline: true, minRows: 3, maxRows: 12, placeholder: defaultMessage }}
        input={{ spellCheck: true }}
      />
      <Placeholders />
      <Tick
        label="Send the report as a link"
        note={asLink ? "The e-mail has a link to the file." : `The file is attached.${limit}`}
        checked={asLink}
        onChange={(on) => session.change({ [asLinkField]: on }, "at-once")}
      />
    </>
  );
};
