// A client in plain Java 17: java.net.http, no library beside it.
//
//   java Client.java ADDRESSES PNG PDF FILE...
//
// For each address (they are joined by commas) it posts each file as it is, then holds a conversation with one tool,
// which returns the picture and the page in the envelope: as a string, which is all that frameworks of Java carry.
// Prints the version of Java, then a line for each answer, of that conversation for the last one: STATUS, the header
// `sendable-changes` or "-", the body in base64.
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

public class Client {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final String SAID = "Gr\u00f6\u00dfe: \"both\"\n\t\u2028\ud83d\ude00";
    private static final Pattern CALL = Pattern.compile("\"id\":\\s*\"(toolu_\\w+)\"");

    public static void main(String[] given) throws Exception {
        System.out.println(System.getProperty("java.version"));
        for (String address : given[0].split(",")) {
            for (String file : Arrays.asList(given).subList(3, given.length)) {
                System.out.println(told(post(address, Files.readString(Path.of(file)))));
            }
            System.out.println(told(tool(address, given[1], given[2])));
        }
    }

    private static HttpResponse<String> tool(String address, String png, String pdf) throws Exception {
        String user = "{\"role\":\"user\",\"content\":\"Draw it.\"}";
        Matcher call = CALL.matcher(post(address, request(user)).body());
        if (!call.find()) {
            throw new IOException("the answer holds no call");
        }
        String id = call.group(1);
        String assistant = "{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":" + quoted(id)
            + ",\"name\":\"chart\",\"input\":{}}]}";
        String result = "{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":" + quoted(id)
            + ",\"content\":" + quoted(chart(png, pdf)) + "}]}";
        return post(address, request(user, assistant, result));
    }

    /** What the tool returns: text, an image and a document, in a string. */
    private static String chart(String png, String pdf) throws IOException {
        return "{\"$content_blocks\": ["
            + "{\"type\": \"text\", \"text\": " + quoted(SAID) + "}, "
            + "{\"type\": \"image\", \"source\": {\"type\": \"base64\", \"media_type\": \"image/png\", \"data\": "
            + quoted(base64(png)) + "}}, "
            + "{\"type\": \"document\", \"mime_type\": \"application/pdf\", \"name\": \"page.pdf\", \"data\": "
            + quoted(base64(pdf)) + "}]}";
    }

    private static String request(String... messages) {
        return "{\"model\":\"claude-opus-4-8\",\"max_tokens\":1024,"
            + "\"tools\":[{\"name\":\"chart\",\"input_schema\":{\"type\":\"object\",\"properties\":{}}}],"
            + "\"messages\":[" + String.join(",", messages) + "]}";
    }

    private static HttpResponse<String> post(String address, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + "/v1/messages"))
            .header("content-type", "application/json")
            .header("x-api-key", "any-key")
            .header("anthropic-version", "2023-06-01")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
        return HTTP.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    private static String told(HttpResponse<String> response) {
        String changes = response.headers().firstValue("sendable-changes").orElse("-");
        byte[] body = response.body().getBytes(StandardCharsets.UTF_8);
        return response.statusCode() + " " + changes + " " + Base64.getEncoder().encodeToString(body);
    }

    private static String base64(String file) throws IOException {
        return Base64.getEncoder().encodeToString(Files.readAllBytes(Path.of(file)));
    }

    private static String quoted(String text) {
        return text.chars().mapToObj(Client::escaped).collect(Collectors.joining("", "\"", "\""));
    }

    private static String escaped(int unit) {
        if (unit == '"' || unit == '\\') {
            return "\\" + (char) unit;
        }
        return unit < 0x20 ? String.format("\\u%04x", unit) : String.valueOf((char) unit);
    }
}
