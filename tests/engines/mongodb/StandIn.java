import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.ServerVersion;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;

/** A mongo-java-server in memory. Prints its port, and ends when nobody holds its standard input any more. */
public class StandIn {
    public static void main(String[] args) throws Exception {
        MemoryBackend backend = new MemoryBackend();
        backend.version(ServerVersion.MONGO_5_0);
        MongoServer server = new MongoServer(backend);
        server.bind("127.0.0.1", 0);
        System.out.println(server.getLocalAddress().getPort());
        while (System.in.read() >= 0) {
            // Nothing is said to it.
        }
        server.shutdownNow();
        System.exit(0);
    }
}
