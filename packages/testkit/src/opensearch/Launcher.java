import java.util.List;
import java.util.Map;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.index.reindex.ReindexPlugin;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.transport.Netty4Plugin;

/** One real OpenSearch node on loopback, of the jars alone: `Launcher home port`. It ends with its standard input or by a signal. */
public class Launcher extends Node {
  Launcher(Environment environment) {
    super(environment, List.of(Netty4Plugin.class, ReindexPlugin.class), true);
  }

  public static void main(String[] given) throws Exception {
    Settings settings = Settings.builder()
      .put("path.home", given[0])
      .put("http.port", given[1])
      .put("transport.port", "0")
      .put("network.host", "127.0.0.1")
      .put("discovery.type", "single-node")
      .put("cluster.name", "tests")
      .put("node.name", "tests")
      .put("transport.type", "netty4")
      .put("http.type", "netty4")
      .put("action.auto_create_index", "true")
      .put("cluster.routing.allocation.disk.threshold_enabled", false)
      .build();
    Launcher node = new Launcher(InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), null, () -> "tests"));
    node.start();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> {
      try {
        node.close();
      } catch (Exception error) {
        error.printStackTrace();
      }
    }));
    while (System.in.read() != -1);
    System.exit(0);
  }
}
