// The grid's driver for dd-plist: `document` and `write` of XML, binary and OpenStep property lists.
// Java has no release that can be timed, which is why each release takes 0 milliseconds.
// `Benchmarks/Peers/README.md` describes the command line and the object that is printed.

import com.dd.plist.BinaryPropertyListWriter;
import com.dd.plist.NSArray;
import com.dd.plist.NSData;
import com.dd.plist.NSDictionary;
import com.dd.plist.NSObject;
import com.dd.plist.NSString;
import com.dd.plist.PropertyListParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

public final class GridDriver {
    /** The stack of the thread that does the work. dd-plist recurses into nested values. */
    private static final long STACK_SIZE = 512L << 20;

    /** A failure whose message is printed as it is. */
    private static final class DriverException extends Exception {
        DriverException(String message) {
            super(message);
        }
    }

    /** One call of the library. */
    private interface Call {
        Object run() throws Exception;
    }

    private final String operation;
    private final String extension;
    private final int repeats;
    private final int calls;
    private final byte[] input;

    private GridDriver(String[] arguments) throws DriverException, IOException {
        if (arguments.length != 4) {
            throw new DriverException("expected OPERATION FILE REPEATS CALLS, found " + arguments.length + " arguments");
        }
        Path path = Paths.get(arguments[1]);
        String name = path.getFileName().toString();
        operation = arguments[0];
        extension = name.substring(name.lastIndexOf('.') + 1);
        repeats = positiveCount(arguments[2], "REPEATS");
        calls = positiveCount(arguments[3], "CALLS");
        input = Files.readAllBytes(path);
    }

    private static int positiveCount(String text, String name) throws DriverException {
        try {
            int count = Integer.parseInt(text);
            if (count > 0) {
                return count;
            }
        } catch (NumberFormatException exception) {
            // The message below covers this too.
        }
        throw new DriverException("expected a positive number for " + name + ", found \"" + text + "\"");
    }

    private DriverException unsupported() {
        return new DriverException("the operation \"" + operation + "\" is not supported for ." + extension);
    }

    private boolean isOpenStep() {
        return extension.equals("openstep") || extension.equals("pbxproj");
    }

    private byte[] write(NSObject value) throws Exception {
        if (extension.equals("bin")) {
            return BinaryPropertyListWriter.writeToArray(value);
        }
        if (extension.equals("xml")) {
            return value.toXMLPropertyList().getBytes(StandardCharsets.UTF_8);
        }
        if (value instanceof NSDictionary) {
            return ((NSDictionary) value).toASCIIPropertyList().getBytes(StandardCharsets.UTF_8);
        }
        if (value instanceof NSArray) {
            return ((NSArray) value).toASCIIPropertyList().getBytes(StandardCharsets.UTF_8);
        }
        throw new DriverException("expected an array or a dictionary at the root of an OpenStep property list");
    }

    private static long utf8Length(String string) {
        long length = 0;
        for (int index = 0; index < string.length(); index++) {
            char unit = string.charAt(index);
            if (unit < 0x80) {
                length += 1;
            } else if (unit < 0x800 || Character.isSurrogate(unit)) {
                length += 2;
            } else {
                length += 3;
            }
        }
        return length;
    }

    private static long walk(Object value) {
        long sum = 1;
        if (value instanceof NSDictionary) {
            for (Map.Entry<String, NSObject> pair : ((NSDictionary) value).entrySet()) {
                sum += utf8Length(pair.getKey());
                sum += walk(pair.getValue());
            }
            return sum;
        }
        if (value instanceof NSArray) {
            for (NSObject element : ((NSArray) value).getArray()) {
                sum += walk(element);
            }
            return sum;
        }
        if (value instanceof NSString) {
            return utf8Length(((NSString) value).getContent());
        }
        if (value instanceof NSData) {
            return ((NSData) value).length();
        }
        return sum;
    }

    /** Returns the most memory that the process has had resident so far. */
    private static long peakBytes() throws IOException {
        for (String line : Files.readAllLines(Paths.get("/proc/self/status"))) {
            if (line.startsWith("VmHWM:")) {
                return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
            }
        }
        return 0;
    }

    private String run() throws Exception {
        if (!extension.equals("xml") && !extension.equals("bin") && !isOpenStep()) {
            throw unsupported();
        }
        Call call;
        boolean writes = operation.equals("write");
        if (writes) {
            NSObject value = PropertyListParser.parse(input);
            call = () -> write(value);
        } else if (operation.equals("document")) {
            call = () -> PropertyListParser.parse(input);
        } else {
            throw unsupported();
        }
        return measure(call, writes);
    }

    /** Makes the calls and times them. Garbage is collected before each repeat, outside of the timing. */
    private String measure(Call call, boolean writes) throws Exception {
        List<Double> milliseconds = new ArrayList<>();
        List<Integer> releaseMilliseconds = new ArrayList<>();
        Object result = null;
        for (int repeat = 0; repeat < repeats; repeat++) {
            result = null;
            System.gc();
            long start = System.nanoTime();
            for (int count = 0; count < calls; count++) {
                result = call.run();
            }
            milliseconds.add((System.nanoTime() - start) / 1e6 / calls);
            releaseMilliseconds.add(0);
        }
        long peakBytes = peakBytes();
        long checksum = writes ? ((byte[]) result).length : walk(result);
        long bytes = writes ? checksum : input.length;
        return "{\"milliseconds\": " + milliseconds + ", \"release_milliseconds\": " + releaseMilliseconds
                + ", \"checksum\": " + checksum + ", \"bytes\": " + bytes + ", \"peak_bytes\": " + peakBytes + "}";
    }

    private static String describe(Throwable error) {
        if (error instanceof DriverException) {
            return error.getMessage();
        }
        if (error instanceof NoSuchFileException) {
            return error.getMessage() + ": the file does not exist";
        }
        return error.toString();
    }

    private static String quoted(String text) {
        StringBuilder result = new StringBuilder("\"");
        for (char character : text.toCharArray()) {
            if (character == '"' || character == '\\') {
                result.append('\\');
            }
            result.append(Character.isISOControl(character) ? ' ' : character);
        }
        return result.append('"').toString();
    }

    public static void main(String[] arguments) throws InterruptedException {
        int[] status = {0};
        Runnable work = () -> {
            try {
                System.out.println(new GridDriver(arguments).run());
            } catch (Throwable error) {
                System.out.println("{\"error\": " + quoted(describe(error)) + "}");
                status[0] = 1;
            }
        };
        Thread thread = new Thread(null, work, "driver", STACK_SIZE);
        thread.start();
        thread.join();
        System.exit(status[0]);
    }
}
