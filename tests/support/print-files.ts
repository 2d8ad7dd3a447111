import { makeManyFiles, surroundings } from "./many-files.ts";

/** A process that makes files in its own surroundings and prints what they are known by. Arguments: orders in a page, ms until they are made. */
const [pageSize, later] = process.argv.slice(2).map(Number);
const files = await makeManyFiles(pageSize ?? 10, later ?? 0);
process.stdout.write(JSON.stringify({ surroundings: surroundings(), files }));
