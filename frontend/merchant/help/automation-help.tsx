import Typography from "@mui/material/Typography";
import { HelpSection } from "./help-section.tsx";

const AutomationHelp = () => (
  <>
    <HelpSection title="When reports are made">
      <Typography>
        Next reports shows the next five and the days that each covers. Times are in your shop's time zone. When clocks
        change, no report is left out or repeated. Orders are read a minute after the time that a report covers at the
        earliest, so that the last ones are in it.
      </Typography>
    </HelpSection>
    <HelpSection title="What each report covers">
      <Typography>
        Each report has the orders placed since the previous one, so none is missed or repeated. Without the date
        filter, each has all orders of the last 90 days, or of the last 60 with slow columns.
      </Typography>
      <Typography>
        <strong>Is an order missing?</strong> Type its number under Next reports, or in How it was made of a report in
        the history, to see what leaves it out.
      </Typography>
    </HelpSection>
    <HelpSection title="Delay">
      <Typography>
        A delay makes the report later, so that orders can still be paid or changed. The days it covers stay the same.
      </Typography>
    </HelpSection>
    <HelpSection title="When something fails">
      <Typography>
        We try again after 1, 5, 20 and 60 minutes. If you've fixed the cause, press Try now instead of waiting. After
        five failures in a row the report is stopped, and you get one e-mail with the reason. Fix the cause, then start
        it. One report then covers all the missing time.
      </Typography>
    </HelpSection>
    <HelpSection title="Pause and start">
      <Typography>
        While it is paused, no report is made. When you start it, you choose: no report for the time that was skipped,
        one for all of it, or one for each.
      </Typography>
    </HelpSection>
    <HelpSection title="Another destination">
      <Typography>
        If you choose another kind of destination while the report runs, your choice is saved but not in use yet. You
        can test it. Reports go there once you press the button below its fields.
      </Typography>
    </HelpSection>
    <HelpSection title="Test">
      <Typography>
        Test FTP puts a small file on the server and removes it if the server allows that. Test webhook calls your
        address with a file that has no orders. A test run makes the newest report and really sends it, marked as a
        test. A sample is the newest report, sent to your own address only, also while the automated report is paused.
        None of them changes the schedule.
      </Typography>
    </HelpSection>
    <HelpSection title="Half a file, or the same file twice">
      <Typography>
        Files on a server get their name only when they are whole, unless you choose to write them directly. A file
        keeps its name when it is tried again. What your partner has confirmed is sent again only if you choose Send
        again in the report history. That file has a name of its own.
      </Typography>
    </HelpSection>
    <HelpSection title="Your passwords">
      <Typography>
        They are kept encrypted and are never shown again. A password goes only to the server that it was typed for.
      </Typography>
    </HelpSection>
  </>
);

export default AutomationHelp;
