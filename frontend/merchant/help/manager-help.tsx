import Typography from "@mui/material/Typography";
import { HelpSection } from "./help-section.tsx";

const ManagerHelp = () => (
  <>
    <HelpSection title="What is here">
      <Typography>
        Your <strong>report designs</strong>, which set the columns of a report, and your <strong>filters</strong>,
        which choose its orders. Both are used on Reports. Changes apply to every report made afterwards.
      </Typography>
    </HelpSection>
    <HelpSection title="What you can do with them">
      <ul>
        <li>
          <strong>Edit</strong> opens it. Changes are saved as you make them.
        </li>
        <li>
          <strong>Clone</strong> makes a copy you can change, and leaves the original as it is.
        </li>
        <li>
          <strong>History</strong> shows every version, and lets you restore an earlier one.
        </li>
        <li>
          <strong>Delete</strong> removes it from the list, unless an automated report uses it.
        </li>
      </ul>
    </HelpSection>
    <HelpSection title="Order of the lists">
      <Typography>
        Reports offers them in the same order. To change it, choose Move up or Move Down in a row's menu, or drag the
        row by its handle.
      </Typography>
    </HelpSection>
    <HelpSection title="How many you can have">
      <Typography>
        Your plan sets how many designs and filters you can have. Delete one to make room for another.
      </Typography>
    </HelpSection>
    <HelpSection title="If you deleted one by mistake">
      <Typography>
        Press <strong>Undo</strong> in the message, or restore it later from <strong>Recently deleted</strong>.
      </Typography>
    </HelpSection>
  </>
);

export default ManagerHelp;
