// MongoDB's health check, for mongosh: starts a replica set of one if there is none. Exits with 0 once it has a primary.
const fs = require("node:fs");

const password = fs.readFileSync(process.env.MONGO_INITDB_ROOT_PASSWORD_FILE, "utf8").trim();
const admin = connect(`mongodb://127.0.0.1:27017/admin?directConnection=true`);
admin.auth(process.env.MONGO_INITDB_ROOT_USERNAME, password);

const notYetInitialized = 94;
try {
  admin.adminCommand({ replSetGetStatus: 1 });
} catch (error) {
  if (error.code !== notYetInitialized) throw error;
  admin.adminCommand({ replSetInitiate: { _id: "sheaf", members: [{ _id: 0, host: "mongodb:27017" }] } });
}
if (!admin.adminCommand({ hello: 1 }).isWritablePrimary) quit(1);
