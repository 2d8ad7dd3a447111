import Typography from "@mui/material/Typography";
import { useSession } from "../services.tsx";
import { HelpSection } from "./help-section.tsx";

const LiveHelp = () => {
  // Support has no wall display, as its banner must stay visible (R-14).
  const hasWall = useSession()?.support === undefined;
  return (
    <>
      <HelpSection title="What you see">
        <Typography>
          Your newest orders, up to 1,000, in the columns of a report design. Under <strong>Configuration</strong> you
          choose the design, a filter and the dates, or individual orders. Your choices are saved for each design.
        </Typography>
        <Typography>
          <strong>Is an order missing?</strong> Type its number there to see what leaves it out.
        </Typography>
        <Typography>
          <strong>Custom filter</strong> belongs to this page: change it whenever you want to see something else.
        </Typography>
      </HelpSection>
      <HelpSection title="How fresh it is">
        <Typography>
          <strong>Gathered at</strong> shows when the orders on screen were read, in your store's time zone.{" "}
          <strong>Refresh now</strong> reads them again. <strong>Auto-refresh</strong> does so every 5 minutes while the
          tab is visible, and as soon as you come back to it. This browser remembers it for each report.
        </Typography>
        <Typography>
          When new orders arrive that belong in this report, you see how many. Press <strong>Show</strong> to add them.
        </Typography>
        <Typography>
          A refresh keeps your place and briefly highlights what is new or has changed. If the orders can't be read, the
          rows you have stay, with a note saying since when.
        </Typography>
      </HelpSection>
      <HelpSection title="Local status">
        <Typography>
          Show the column <strong>Local status</strong> in your report design to mark each order as New, In progress,
          Done or Problem. Choose it in the order's first row, and all its rows take the color. Files and previews show
          it too. The clock beside it shows who changed it and when.
        </Typography>
      </HelpSection>
      {hasWall && (
        <HelpSection title="On a wall">
          <Typography>
            <strong>Full screen</strong> shows only the rows and keeps the screen on. The letters are as large as all
            columns allow, so fewer columns are easier to read from afar. Esc or <strong>Exit full screen</strong> ends
            it. Turn on Auto-refresh first.
          </Typography>
        </HelpSection>
      )}
      <HelpSection title="More rows on the screen">
        <Typography>
          Under Configuration in the header, Report display, turn on <strong>Show live reports compactly</strong>.
        </Typography>
      </HelpSection>
    </>
  );
};

export default LiveHelp;
