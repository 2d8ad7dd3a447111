import Accordion from "@mui/material/Accordion";
import AccordionDetails from "@mui/material/AccordionDetails";
import AccordionSummary from "@mui/material/AccordionSummary";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { type ReactNode, useId } from "react";
import { ChevronDownIcon } from "../../../shared/ui/icons.tsx";

type ConfigurationPanelProps = {
  summary: string;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  design: ReactNode;
  /** Fields to choose orders; null without a design to assign filters to. */
  orders: ReactNode;
};

/** The accordion 'Configuration' (S-2.2.3): the design and the orders. */
export const ConfigurationPanel = ({ summary, isOpen, onOpen, design, orders }: ConfigurationPanelProps) => {
  return (
    <Accordion
      expanded={isOpen}
      onChange={(_event, next) => onOpen(next)}
      disableGutters
      slotProps={{ heading: { component: "h2" }, transition: { unmountOnExit: true } }}
    >
      <AccordionSummary expandIcon={<ChevronDownIcon />}>
        <Box
          component="span"
          sx={{ display: "flex", flexWrap: "wrap", alignItems: "baseline", columnGap: 2, minWidth: 0 }}
        >
          <Typography component="span" sx={{ fontWeight: 600 }}>
            Configuration
          </Typography>
          <Typography
            component="span"
            variant="body2"
            color="textSecondary"
            sx={{ overflowWrap: "anywhere", minWidth: 0 }}
          >
            {summary}
          </Typography>
        </Box>
      </AccordionSummary>
      <AccordionDetails>
        <Box
          sx={{
            display: "grid",
            columnGap: 5,
            rowGap: 3,
            pt: 1,
            gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 5fr) minmax(0, 8fr)" },
          }}
        >
          <Part title="Select report design">{design}</Part>
          {orders && <Part title="Assign filters">{orders}</Part>}
        </Box>
      </AccordionDetails>
    </Accordion>
  );
};

const Part = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Typography variant="h3" component="h3" id={id} sx={{ mb: 1.5 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
};
