import Typography from "@mui/material/Typography";
import { HelpSection } from "./help-section.tsx";

const ConfigurationHelp = () => (
  <>
    <HelpSection title="When changes take effect">
      <Typography>
        Changes are saved as you make them and apply to reports made from then on. Existing files stay as they are.
      </Typography>
    </HelpSection>
    <HelpSection title="Alerts">
      <Typography>
        When an automated report stops because of errors, we send one e-mail that says why. If you don't enter an
        address, it goes to your store's.
      </Typography>
    </HelpSection>
    <HelpSection title="When a customer asks about their data">
      <Typography>
        Under Customer data, find every report file that held the customer's orders, where it was sent and when it was
        fetched. Save the list as a file for your answer.
      </Typography>
      <Typography>
        To have a customer's data erased, choose <strong>Erase personal data</strong> at that customer in your store's
        admin. Customer data says step by step what happens then, and lists whom to tell afterwards.
      </Typography>
    </HelpSection>
    <HelpSection title="When our support does something for you">
      <Typography>
        Our support can change your tier or quotas, restart a stopped report, run a failed export again or keep a file
        longer. Everything they do is listed under What support did. You'll be asked to approve the charge for a new
        tier at your next login.
      </Typography>
    </HelpSection>
    <HelpSection title="When our support helps you">
      <Typography>
        Our support can view your shop as you see it, for 15 minutes at a time and only with a reason. They can't change
        anything unless you allow it under Support access, and they never see passwords or your report files. Support
        access also shows who viewed your shop, why, and what they changed. You can end a session at any time.
      </Typography>
    </HelpSection>
    <HelpSection title="Date format">
      <Typography>
        How screens, previews and files show dates. In Excel they're real dates in that format, so you can still sort
        and calculate with them.
      </Typography>
    </HelpSection>
    <HelpSection title="Excel shows everything in one column">
      <Typography>
        Your Excel expects a different separator. Under Report files, use the settings for Excel in Europe or in the US.
        You'll see what changes first, and you can undo it.
      </Typography>
    </HelpSection>
    <HelpSection title="Strange letters in a CSV file">
      <Typography>
        If Excel shows “ZoÃ«”, the UTF-8 file has no byte order mark. Turn it on. A “?” stands for a letter that the
        chosen encoding doesn't have. UTF-8 has them all.
      </Typography>
    </HelpSection>
    <HelpSection title="Live reports">
      <Typography>The compact view shows more rows in smaller letters. It applies to this browser only.</Typography>
    </HelpSection>
    <HelpSection title="Theme">
      <Typography>Light or dark, in this browser only.</Typography>
    </HelpSection>
    <HelpSection title="Experimental features">
      <Typography>
        Features we're still trying out, if there are any for your shop. They may change. You can turn them off at any
        time.
      </Typography>
    </HelpSection>
  </>
);

export default ConfigurationHelp;
