import Link from "@mui/material/Link";
import { FunctionField, TextInput, useGetOne } from "react-admin";
import { Link as RouterLink, useParams } from "react-router-dom";
import { happeningActors } from "#domain/happenings/actors.ts";
import { happeningThings, thingNames } from "#domain/happenings/things.ts";
import type { ConsoleHappening, ConsoleShop } from "#domain/wire/support/console.ts";
import { column, idColumn, instant } from "../lists/columns.ts";
import { at, ConsoleList } from "../lists/console-list.tsx";
import { agentInput, beforeInput, choiceInput, sinceInput, wordInput } from "../lists/inputs.tsx";
import { ShopPages } from "../lists/shop-pages.tsx";
import { AboutLink } from "./about-link.tsx";
import { HiddenInStory } from "./hidden-note.tsx";
import { NoLines } from "./no-lines.tsx";

const filters = [
  choiceInput(
    "thing",
    "About",
    happeningThings.map((thing) => ({ id: thing, name: thingNames[thing] })),
  ),
  wordInput("by", "By", happeningActors, true),
  agentInput(),
  <TextInput key="about" source="about" label="Id of what it is about" />,
  <TextInput key="request" source="request" label="Request id" />,
  sinceInput,
  beforeInput,
];

/** A line's object, with its title if any. */
export const aboutSaid = ({ thing, title }: ConsoleHappening): string =>
  title === null ? thingNames[thing] : `${thingNames[thing]} ${thing === "order" ? title : `“${title}”`}`;

/** Links a line to its event. */
const Happened = () => (
  <FunctionField<ConsoleHappening>
    render={({ id, what }) => (
      <Link component={RouterLink} to={`/happenings/${encodeURIComponent(id)}/show`} color="inherit">
        {what}
      </Link>
    )}
  />
);

const columns = [
  instant("at", "When"),
  column("byName", "Who"),
  column("thing", "About", {
    text: (row) => aboutSaid(row as ConsoleHappening),
    shown: <AboutLink said={aboutSaid} />,
  }),
  column("what", "What happened", { shown: <Happened /> }),
  idColumn("Event"),
  idColumn("Id of what it is about", "about"),
];

/** All events of a shop, newest first; each line opens its event. */
export const StoryPage = () => {
  const { id = "" } = useParams();
  const { data: shop } = useGetOne<ConsoleShop>("shops", { id });
  return (
    <>
      <ShopPages id={id} here="story" />
      <ConsoleList
        title={shop === undefined ? "Story" : `Story of ${shop.shop}`}
        filters={filters}
        sort={{ field: "at", order: "DESC" }}
        of={{ resource: "happenings", filter: { tenant: id }, storeKey: `story-${id}` }}
        note={<HiddenInStory shop={id} />}
        none={<NoLines />}
        primary={(row) => row.what}
        secondary={(row) => `${aboutSaid(row as ConsoleHappening)}, ${row.byName}, ${at(row.at)}`}
        columns={columns}
      />
    </>
  );
};
