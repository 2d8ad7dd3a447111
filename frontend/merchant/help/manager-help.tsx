import Typography from "@mui/material/Typography";
import { HelpSection } from "./help-section.tsx";

const ManagerHelp = () => (
  <>
    <HelpSection title="What is here">
      <Typography>
        Your <strong>report designs</strong>, which set the columns of a report, and your <strong>filters</strong>,
        which choose its orders. Both are used on Reports. A change counts for every report that is made afterwards.
      </Typography>
    </HelpSection>
    <HelpSection title="What you can do to one">
      <ul>
        <li>
          <strong>Edit</strong> opens it. What you change there is saved as you go.
        </li>
        <li>
          <strong>Clone</strong> makes a copy to change, and leaves the first as it is.
        </li>
        <li>
          <strong>History</strong> shows every version, and restores an earlier one.
        </li>
        <li>
          <strong>Delete</strong> takes it out of the list. One that an automated report uses stays.
        </li>
      </ul>
    </HelpSection>
    <HelpSection title="Their order">
      <Typography>
        Reports offers them in the order of these lists. Drag one by its handle, or choose Move up or Move Down in its
        menu.
      </Typography>
    </HelpSection>
    <HelpSection title="How many you can have">
      <Typography>
        Your plan says how many designs and filters you can have. Delete one to make room for another.
      </Typography>
    </HelpSection>
    <HelpSection title="When one was deleted by mistake">
      <Typography>
        Press <strong>Undo</strong> in the message, or restore it later from <strong>Recently deleted</strong>.
      </Typography>
    </HelpSection>
  </>
);

export default ManagerHelp;
