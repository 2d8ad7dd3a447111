import { type Binary, BSON, MongoClient, type ObjectId } from "mongodb";

/** An item of a database: a whole file under its name, however it is stored, or a document under its collection. */
export type Standing = { name: string; bytes: Buffer };

/** A database as its own client finds it, which knows nothing of Sheaf. `url`: with the database's name. */
export const openDatabase = async (url: string) => {
  const client = await new MongoClient(url).connect();
  const db = client.db();
  const collections = async () => (await db.listCollections().toArray()).map(({ name }) => name).sort();

  /** Pieces are there with no document of their file, too. */
  const everyFile = async function* (): AsyncGenerator<Standing> {
    const names = new Map<string, string>();
    for await (const { _id, filename } of db.collection("files.files").find()) names.set(String(_id), filename);
    const ids = (await db.collection("files.chunks").distinct("files_id")) as ObjectId[];
    for (const id of ids) {
      const chunks = db.collection<{ files_id: ObjectId; n: number; data: Binary }>("files.chunks");
      const pieces = await chunks.find({ files_id: id }).sort({ n: 1 }).toArray();
      const bytes = Buffer.concat(pieces.map(({ data }) => data.buffer));
      yield { name: `files/${names.get(String(id)) ?? String(id)}`, bytes };
    }
  };

  return {
    /** All documents as the server returns them. Sealed or packed data stays so. */
    async *everyDocument(): AsyncGenerator<Standing> {
      for (const name of await collections())
        if (name === "files.chunks") yield* everyFile();
        else
          for await (const document of db.collection(name).find())
            yield { name, bytes: Buffer.from(BSON.serialize(document)) };
    },
    async drop(isOne: (collection: string) => boolean): Promise<void> {
      for (const name of (await collections()).filter(isOne)) await db.collection(name).drop();
    },
    async remove(): Promise<void> {
      await db.dropDatabase();
      await client.close();
    },
  };
};
