// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/launches/launch_annotations.h"

#include <limits>

namespace warpstring::files {

namespace {

using Kind = TomlValue::Kind;

/// The tables of an array of tables; other shapes are reported.
std::vector<const TomlValue*> tablesOf(TomlFaults& faults, const TomlValue& document, const std::string& key) {
    std::vector<const TomlValue*> tables;
    const TomlValue* array = document.find(key);
    if (array == nullptr) return tables;
    if (array->kind != Kind::Array) {
        faults.add(array->place, "wrong-type", key + " is no array of tables", "write [[" + key + "]]");
        return tables;
    }
    for (const TomlValue& item : array->items) {
        if (item.kind == Kind::Table)
            tables.push_back(&item);
        else
            faults.wrongType(item, "an entry of " + key, "a table");
    }
    return tables;
}

int readLine(TomlFaults& faults, const TomlValue& table) {
    const TomlValue* line = table.find("line");
    if (line == nullptr) return 0;
    if (line->kind != Kind::Integer) {
        faults.wrongType(*line, "line", "an integer");
    } else if (line->integer < 1 || line->integer > std::numeric_limits<int>::max()) {
        faults.add(line->place, "bad-line", "there is no line " + std::to_string(line->integer),
                   "lines of the kernel's source count from 1");
    } else {
        return static_cast<int>(line->integer);
    }
    return 0;
}

/// A number or a [low, high] pair.
bool readInterval(TomlFaults& faults, LaunchScope& scope, const TomlValue& value, Annotation& annotation) {
    const std::string what = annotation.kind == AnnotationKind::Weight ? "weight" : "trips";
    const bool pair = value.kind == Kind::Array;
    if (pair && value.items.size() != 2) {
        faults.add(value.place, "wrong-type", what + " is neither a number nor a pair", "write [low, high]");
        return false;
    }
    const auto low = scope.number(pair ? value.items[0] : value, what);
    const auto high = scope.number(pair ? value.items[1] : value, what);
    if (!low || !high) return false;
    annotation.low = *low;
    annotation.high = *high;
    const double most =
        annotation.kind == AnnotationKind::Weight ? 1.0 : std::numeric_limits<double>::infinity();
    if (*low < 0 || *high > most) {
        faults.addForValues(value.place, "out-of-range", what + " is out of range",
                            annotation.kind == AnnotationKind::Weight ? "a weight is a fraction, 0 to 1"
                                                                      : "a loop makes 0 trips or more");
        return false;
    }
    if (*low > *high) {
        faults.addForValues(value.place, "empty-range", what + " has its ends swapped", "write [low, high]");
        return false;
    }
    return true;
}

/// operations = 40, or operations = { float_mad = 12, sine_cosine = 1 }.
bool readOperations(TomlFaults& faults, LaunchScope& scope, const TomlValue& value, Annotation& annotation) {
    const auto add = [&](const TomlValue& count, OperationClass operation) {
        const auto number = scope.integer(count, "a count of operations");
        if (!number) return false;
        constexpr std::int64_t mostOperations = 1 << 24;
        if (*number < 0 || *number > mostOperations) {
            faults.addForValues(count.place, "out-of-range", "a count of operations is out of range",
                                "0 to " + std::to_string(mostOperations));
            return false;
        }
        if (*number > 0) annotation.operations.push_back({operation, static_cast<int>(*number)});
        return true;
    };
    if (value.kind != Kind::Table) return add(value, OperationClass::IntegerAdd);
    bool isRead = true;
    for (const TomlEntry& entry : value.entries) {
        const auto operation = parseOperationClass(entry.key);
        if (operation) {
            isRead = add(entry.value, *operation) && isRead;
            continue;
        }
        std::vector<std::string> known;
        known.reserve(operationClassCount);
        for (std::size_t i = 0; i < operationClassCount; ++i)
            known.emplace_back(name(static_cast<OperationClass>(i)));
        faults.add(entry.keyPlace, "unknown-operation", "there is no class of operations \"" + entry.key + "\"",
                   suggestion(entry.key, known, "classes are the keys of a hardware spec's [instructions]"));
        isRead = false;
    }
    return isRead;
}

/// What a function costs; false where the table is about a place.
bool readCost(TomlFaults& faults, LaunchScope& scope, const TomlValue& table,
              std::vector<Annotation>& annotations) {
    const TomlValue* operations = table.find("operations");
    if (table.find("function") == nullptr && operations == nullptr) return false;
    faults.unknownKeys(table, "the annotation of a function", {"function", "operations"});
    Annotation annotation;
    annotation.kind = AnnotationKind::Cost;
    annotation.place = faults.location(table.place);
    annotation.function = readText(faults, table, "an annotation", "function", true).value_or("");
    if (operations == nullptr)
        faults.missingKey(table, "an annotation", "operations",
                          "add operations = <number> or operations = { float_mad = 12 }");
    else if (readOperations(faults, scope, *operations, annotation) && !annotation.function.empty())
        annotations.push_back(std::move(annotation));
    return true;
}

} // namespace

std::vector<Annotation> readAnnotations(TomlFaults& faults, LaunchScope& scope, const TomlValue& document) {
    std::vector<Annotation> annotations;
    for (const TomlValue* table : tablesOf(faults, document, "annotation")) {
        if (readCost(faults, scope, *table, annotations)) continue;
        faults.unknownKeys(*table, "an annotation",
                           {"line", "label", "weight", "trips", "function", "operations"});
        Annotation annotation;
        annotation.place = faults.location(table->place);
        annotation.line = readLine(faults, *table);
        annotation.label = readText(faults, *table, "an annotation", "label", false).value_or("");
        const bool hasLine = table->find("line") != nullptr, hasLabel = table->find("label") != nullptr;
        if (const TomlValue* label = table->find("label");
            label != nullptr && label->kind == Kind::Text && annotation.label.empty())
            faults.add(label->place, "bad-annotation", "the annotation's label is empty",
                       "give the text of a // warpstring: comment of the kernel");
        if (hasLine == hasLabel)
            faults.add(table->place, "bad-annotation",
                       hasLine ? "the annotation has both a line and a label" : "the annotation says not where",
                       "give either line = <source line> or label = \"<text of a // warpstring: comment>\"");
        const TomlValue* weight = table->find("weight");
        const TomlValue* trips = table->find("trips");
        if ((weight == nullptr) == (trips == nullptr)) {
            faults.add(table->place, "bad-annotation",
                       weight != nullptr ? "the annotation has both a weight and trips"
                                         : "the annotation says nothing",
                       "give either weight (of a branch) or trips (of a loop)");
            continue;
        }
        annotation.kind = weight != nullptr ? AnnotationKind::Weight : AnnotationKind::Trips;
        if (readInterval(faults, scope, weight != nullptr ? *weight : *trips, annotation))
            annotations.push_back(std::move(annotation));
    }
    return annotations;
}

std::vector<PublishedFigure> readPublished(TomlFaults& faults, LaunchScope& scope, const TomlValue& document) {
    std::vector<PublishedFigure> published;
    for (const TomlValue* table : tablesOf(faults, document, "published")) {
        const std::string name = "a published figure";
        faults.unknownKeys(*table, name, {"quantity", "line", "value", "text", "source", "remark"});
        PublishedFigure figure;
        figure.quantity = readText(faults, *table, name, "quantity", true).value_or("");
        figure.line = readLine(faults, *table);
        figure.text = readText(faults, *table, name, "text", false).value_or("");
        figure.source = readText(faults, *table, name, "source", true).value_or("");
        figure.remark = readText(faults, *table, name, "remark", false).value_or("");
        if (const TomlValue* value = table->find("value"))
            figure.value = scope.number(*value, "the published value").value_or(0);
        else
            faults.missingKey(*table, name, "value", "add value = <number>");
        published.push_back(std::move(figure));
    }
    return published;
}

} // namespace warpstring::files
