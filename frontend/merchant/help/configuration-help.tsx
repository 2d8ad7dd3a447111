import Typography from "@mui/material/Typography";
import { HelpSection } from "./help-section.tsx";

const ConfigurationHelp = () => (
  <>
    <HelpSection title="When changes count">
      <Typography>
        Every change is saved as you make it. Reports made from then on follow it. Files that are made already stay as
        they are.
      </Typography>
    </HelpSection>
    <HelpSection title="Alerts">
      <Typography>
        When an automated report is stopped after errors, we send one e-mail that says why. Without an address of your
        own it goes to your store's.
      </Typography>
    </HelpSection>
    <HelpSection title="When a customer asks about their data">
      <Typography>
        Under Customer data, Sheaf finds every report file that held the customer's orders, where it was sent and when
        it was fetched. Save that as a file for your answer. When a customer's data was erased, the same list says whom
        to tell.
      </Typography>
    </HelpSection>
    <HelpSection title="When our support does something for you">
      <Typography>
        Our support can change your tier or quotas, restart a stopped report, run a failed export again or keep a file
        longer. Everything they did is listed under What support did. You'll be asked to approve the charge for a new
        tier at your next login.
      </Typography>
    </HelpSection>
    <HelpSection title="When our support helps you">
      <Typography>
        Our support can look at your shop as you see it, for 15 minutes at a time, and gives a reason. They change
        nothing unless you let them under Support access, and never see passwords or the files of your reports. There
        you see who it was, why, and what they changed, and you can end a session at any time.
      </Typography>
    </HelpSection>
    <HelpSection title="Date format">
      <Typography>
        How previews and files write dates. Excel gets real dates in that format, so they still sort and calculate.
        Screens of Sheaf keep their own.
      </Typography>
    </HelpSection>
    <HelpSection title="Excel shows everything in one column">
      <Typography>
        Your Excel expects another separator. Under Report files, use the settings for Excel in Europe or in the US. You
        see what changes before, and can undo it.
      </Typography>
    </HelpSection>
    <HelpSection title="Strange letters in a CSV file">
      <Typography>
        Excel shows “ZoÃ«” when a UTF-8 file has no byte order mark. Turn it on. “?” stands for a letter that the chosen
        encoding doesn't have. UTF-8 has them all.
      </Typography>
    </HelpSection>
    <HelpSection title="Live reports">
      <Typography>Compact ones show more rows in smaller letters, in this browser alone.</Typography>
    </HelpSection>
    <HelpSection title="Theme">
      <Typography>Light or dark, in this browser alone.</Typography>
    </HelpSection>
    <HelpSection title="Experimental features">
      <Typography>
        Features we are still trying out, if there are any for your shop. They may change. Turn them off whenever you
        like.
      </Typography>
    </HelpSection>
  </>
);

export default ConfigurationHelp;
