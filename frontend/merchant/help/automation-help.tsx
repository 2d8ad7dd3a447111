import Typography from "@mui/material/Typography";
import { HelpSection } from "./help-section.tsx";

const AutomationHelp = () => (
  <>
    <HelpSection title="When reports are made">
      <Typography>
        Next reports lists the next five, with the days each covers. Times are in your shop's time zone. When clocks
        change, no report is left out or repeated. Orders are read at least a minute after the period ends, so the last
        ones are included.
      </Typography>
    </HelpSection>
    <HelpSection title="What each report covers">
      <Typography>
        Each report has the orders placed since the previous one, so none is missed or repeated. Without the date
        filter, each has all orders of the last 90 days, or of the last 60 with slow columns.
      </Typography>
      <Typography>
        <strong>Date that counts</strong> chooses orders by another day than that of their creation. A payment that is
        backdated after its report went out is in the next report.
      </Typography>
    </HelpSection>
    <HelpSection title="Delay">
      <Typography>
        With a delay the report is made later, so orders can still be paid or changed. It covers the same days.
      </Typography>
    </HelpSection>
    <HelpSection title="When something fails">
      <Typography>
        We try again after 1, 5, 20 and 60 minutes. If you've fixed the cause, press Try now instead of waiting. After
        five failures in a row we stop the automated report and e-mail you the reason. Fix the cause, then start it. One
        report then covers all the missing time.
      </Typography>
    </HelpSection>
    <HelpSection title="Pause and start">
      <Typography>
        While it's paused, no reports are made. When you start it, choose what happens to the time that was skipped: no
        report, one report for all of it, or one for each report that was due.
      </Typography>
    </HelpSection>
    <HelpSection title="Another destination">
      <Typography>
        If you choose another kind of destination while the automated report is active, your choice is saved but not
        used yet. You can test it first. Reports go there once you press the button below its fields.
      </Typography>
    </HelpSection>
    <HelpSection title="Test">
      <Typography>
        Test FTP puts a small file on the server and removes it if the server allows that. Test webhook calls your
        address with a file that has no orders. A test run makes the newest report and sends it to the real destination,
        marked as a test. A sample is the newest report too, but it's e-mailed only to your store's own address, even
        while the automated report is paused. None of these changes the schedule.
      </Typography>
    </HelpSection>
    <HelpSection title="Incomplete or repeated files">
      <Typography>
        On a server, a file gets its name only once it's complete, unless you choose to write files directly. A new
        attempt uses the same name. A report the receiver has confirmed is sent again only if you choose Send again in
        the report history. That file gets a different name.
      </Typography>
    </HelpSection>
    <HelpSection title="Your passwords">
      <Typography>
        They're stored encrypted and never shown again. A password is only ever sent to the server you entered it for.
      </Typography>
    </HelpSection>
  </>
);

export default AutomationHelp;
